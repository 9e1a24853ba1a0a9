import { join, relative } from 'node:path';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';
import type { GatewayDeclaration } from '#compiler/kinds/gateway/declaration.ts';
import { readFileIfPresent } from '#platform/files/read-file-if-present.ts';
import { createSecretResolver } from '#platform/keys/secret-resolver.ts';
import { readSigningKey, SigningKeyError } from '#runtime/token/key-ring.ts';
import type { Io } from '../io.ts';
import type { Project } from '../project/project.ts';
import type { KeyUse } from './signing-key-step.ts';

/** A declared signing key, and whether it can be read on this machine. */
export interface SigningKeyDescription {
  /** RFC 7638 thumbprint, the `kid` of its tokens; absent if the key cannot be read here. */
  readonly keyId?: string;
  readonly use: KeyUse;
  readonly key: SecretReference;
  /** Why the key cannot be used from here: a sentence. */
  readonly problem?: string;
}

/**
 * The signing keys of a gateway in order: the declared keys, or the key that the gateway generates if none are
 * declared.
 */
export async function describeSigningKeys(
  project: Project,
  { token }: GatewayDeclaration,
  stateFolder: string,
  { env }: Io,
): Promise<readonly SigningKeyDescription[]> {
  if (!token?.signingKeys) return [await describeGeneratedKey(project, stateFolder)];
  const resolve = createSecretResolver(project.root, env);
  return Promise.all(
    token.signingKeys.map(({ key, use = 'sign' }) => describeKey({ key, use }, () => resolve(key))),
  );
}

async function describeGeneratedKey({ root }: Project, stateFolder: string): Promise<SigningKeyDescription> {
  const file = join(stateFolder, 'signing-key.pem');
  const declared = { key: { fromFile: relative(root, file) }, use: 'sign' } as const;
  const pem = await readFileIfPresent(file).catch(() => '');
  if (pem === undefined) return { ...declared, problem: 'The gateway generates it on its first run.' };
  return describeKey(declared, async () => pem);
}

async function describeKey(
  declared: Pick<SigningKeyDescription, 'key' | 'use'>,
  read: () => Promise<string>,
): Promise<SigningKeyDescription> {
  try {
    const { keyId } = await readSigningKey(await read(), declared.use);
    return { keyId, ...declared };
  } catch (error) {
    if (error instanceof SigningKeyError)
      return { ...declared, problem: `It cannot be used: ${error.message}.` };
    return { ...declared, problem: error instanceof Error ? error.message : String(error) };
  }
}
