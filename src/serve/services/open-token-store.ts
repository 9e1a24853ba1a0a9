import { join } from 'node:path';
import type { StateSettings } from '#compiled/settings/gateway-settings.ts';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { makeEmptyFile } from '#platform/files/private-files.ts';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import { StoreError, type TokenStore } from '#runtime/ports/token-store.ts';
import { createMemoryStore } from '#runtime/state/memory-store.ts';
import { Revocations } from '#runtime/token/revocation/revocations.ts';
import type { Services } from '../served/served-generation.ts';
import { messageOf, StartupError } from '../served/startup-error.ts';
import { FolderInUseError, lockStateFolder } from './lock-state-folder.ts';

/** The path of the state database in a state folder. */
export function stateFileIn(stateFolder: string): string {
  return join(stateFolder, 'state.sqlite');
}

/**
 * Opens the declared store, and tracks its revocations; `opened` closes it. The state folder is locked meanwhile,
 * whichever store is used. Rejects with a StartupError.
 */
export async function openTokenStore(
  state: StateSettings,
  services: Pick<Services, 'clock' | 'resolveSecret' | 'stateFolder'>,
  opened: AsyncDisposableStack,
): Promise<Pick<Services, 'store' | 'revocations'>> {
  try {
    opened.use(await lockStateFolder(services.stateFolder, 'shared'));
    const store = opened.adopt(await openStore(state, services), (open) => open.close());
    const revocations = new Revocations(services.clock);
    store.onRevoked(revocations.add);
    for (const [id, until] of await store.revocations()) revocations.add(id, until);
    return { store, revocations };
  } catch (error) {
    throw explain(error, services.stateFolder);
  }
}

/** Opens a store, whose modules are imported only if they are used. */
async function openStore(
  { store, url }: StateSettings,
  { clock, resolveSecret, stateFolder }: Pick<Services, 'clock' | 'resolveSecret' | 'stateFolder'>,
): Promise<TokenStore> {
  if (store === 'memory') return createMemoryStore(clock);
  if (store === 'sqlite') {
    const { openSqliteStore } = await import('#runtime/state/sqlite/sqlite-store.ts');
    const file = stateFileIn(stateFolder);
    await makeEmptyFile(file);
    return openSqliteStore(file, clock);
  }
  const { openRedisStore } = await import('#runtime/state/redis/redis-store.ts');
  return openRedisStore(await readStateUrl(url, resolveSecret), clock);
}

/** Resolves the URL of the Redis that stores the state. Errors name the secret reference. */
export function readStateUrl(
  url: SecretReference | undefined,
  resolveSecret: ResolveSecret,
): Promise<string> {
  if (!url) throw new StartupError('The state is kept in redis, but its `url` is missing.');
  return resolveSecret(url).catch((error: unknown) => {
    throw new StartupError(messageOf(error));
  });
}

function explain(error: unknown, stateFolder: string): unknown {
  if (error instanceof StoreError) return new StartupError(error.message);
  if (error instanceof FolderInUseError) {
    return new StartupError(
      `The state folder ${stateFolder} is being restored: start the gateway when this is complete.`,
    );
  }
  if (!(error instanceof Error && 'code' in error)) return error;
  return new StartupError(`The state folder ${stateFolder} cannot be used (${explainSystemError(error)}).`);
}
