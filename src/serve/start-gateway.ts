import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openAuditLog } from '../platform/audit-log.ts';
import { createSecretResolver } from '../platform/secret-resolver.ts';
import { systemClock } from '../platform/system-clock.ts';
import { createUpstreamPools } from '../runtime/gateway/upstream-pools.ts';
import { FailedLogins } from '../runtime/identity/failed-logins.ts';
import type { WriteAudit } from '../runtime/ports/audit.ts';
import { rememberTokens } from '../runtime/token/verified-tokens.ts';
import { coalesce } from './coalesce.ts';
import type { GatewayOptions, RunningGateway } from './gateway-options.ts';
import { loadFirst } from './load-first.ts';
import { failReload, reloadGeneration, type LoadContext } from './load-generation.ts';
import { messageOf } from './message-of.ts';
import { holdOwnKey } from './open-key-ring.ts';
import { openListeners } from './open-listeners.ts';
import { openStateFolder } from './open-state-folder.ts';
import { openTokenStore } from './open-token-store.ts';
import { readFirstTable } from './read-first-table.ts';
import { folderOf, readSource } from './read-source.ts';
import { SecretPlaces } from './secret-places.ts';
import type { Services } from './served-generation.ts';
import { Serving } from './serving.ts';
import { watchSource, type ReadingFollower } from './watch-source.ts';

export type { GatewayOptions, RunningGateway } from './gateway-options.ts';

/** How long the gateway waits for an upstream, in milliseconds. */
const upstreamTimeouts = { connectMs: 10_000, headersMs: 60_000, bodyMs: 300_000 };

/** How many verified tokens are remembered: some 10 MB of them. */
const rememberedTokens = 10_000;

/**
 * Starts a gateway: reads its table, opens its listeners, and takes in every change of its sources. Rejects with a
 * StartupError where it cannot, and then leaves nothing open.
 */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  await using opened = new AsyncDisposableStack();
  const places = new SecretPlaces();
  const base = await openServices(options, places, opened);
  const serving = opened.adopt(new Serving(), ({ generation }) => generation?.gateway.usage.retire());
  const started = Promise.withResolvers<LoadContext>();
  const reloads = coalesce(async () => {
    const missed = await reloadSource(await started.promise, options, follower);
    if (missed) reloads.trigger();
  });
  const follower = followWith(places, await watchSource(options, reloads.trigger, opened));
  const first = await readFirstTable(options, follower);
  const declared = first.compiled.manifest.gateway;
  const services = { ...base, ...(await openTokenStore(declared.state, base, opened)) };
  const { settings, adminUrl, caFile } = await openListeners(declared, options, services, serving, opened);
  const context = {
    serving,
    services,
    deployment: options.deployment,
    declared,
    inForce: settings,
    report: options.report,
  };
  await loadFirst(context, options, first);
  started.resolve(context);
  opened.defer(reloads.stop);
  const listening = { gatewayUrl: settings.gatewayUrl, adminUrl };
  options.report({
    type: 'listening',
    ...listening,
    digest: serving.generation?.digest ?? first.compiled.digest,
    ...(caFile ? { caFile } : {}),
  });
  const resources = opened.move();
  return { ...listening, close: () => resources.disposeAsync() };
}

function followWith(places: SecretPlaces, watched: ReadingFollower): ReadingFollower {
  return {
    follow: (reading) => {
      places.follow(reading);
      return watched.follow(reading);
    },
  };
}

async function openServices(
  options: GatewayOptions,
  places: SecretPlaces,
  opened: AsyncDisposableStack,
): Promise<Omit<Services, 'store' | 'revocations'>> {
  const { source, stateFolder } = options;
  await openStateFolder(stateFolder);
  // Closed after everything that writes into it, since what is opened last is closed first.
  const audit = openAudit(options, opened);
  return {
    pools: opened.adopt(createUpstreamPools(upstreamTimeouts), (pools) => pools.destroy()),
    verifiedTokens: rememberTokens(rememberedTokens),
    clock: systemClock,
    newIdentifier: randomUUID,
    resolveSecret: places.locateFailures(createSecretResolver(folderOf(source), process.env)),
    openOwnKey: holdOwnKey(join(stateFolder, 'signing-key.pem')),
    stateFolder,
    failedLogins: new FailedLogins(systemClock),
    audit,
  };
}

function openAudit({ stateFolder, report }: GatewayOptions, opened: AsyncDisposableStack): WriteAudit {
  const file = join(stateFolder, 'audit.jsonl');
  const warn = (message: string) => report({ type: 'warning', message });
  return opened.adopt(openAuditLog({ file, clock: systemClock, warn }), (log) => log.close()).write;
}

/** Never rejects: whatever goes wrong, what serves goes on serving. Whether to read the sources once more. */
async function reloadSource(
  context: LoadContext,
  { source, deployment }: GatewayOptions,
  follower: ReadingFollower,
): Promise<boolean> {
  try {
    const reading = await readSource(source, deployment);
    const missed = follower.follow(reading);
    if (reading.ok) await reloadGeneration(context, reading.compiled);
    else failReload(context, reading.failure);
    return missed;
  } catch (error) {
    failReload(context, { message: messageOf(error), diagnostics: [] });
    return false;
  }
}
