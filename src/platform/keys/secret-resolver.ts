import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ResolveSecret } from '#runtime/ports/secrets.ts';
import { explainSystemError } from '../explain-system-error.ts';

/** A secret that cannot be read; the message names the reference. */
class SecretError extends Error {
  override readonly name = 'SecretError';
}

/** Reads secrets from environment variables, and from files relative to the folder of the configuration. */
export function createSecretResolver(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): ResolveSecret {
  return async ({ fromEnv, fromFile }) => {
    if (fromEnv !== undefined) return readVariable(environment, fromEnv);
    if (fromFile !== undefined) return readSecretFile(folder, fromFile);
    throw new SecretError('A secret reference has neither a variable (fromEnv) nor a file (fromFile).');
  };
}

function readVariable(environment: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = environment[name];
  if (value) return value;
  throw new SecretError(
    `The environment variable ${name}, which holds a secret, is not set: set it before the start.`,
  );
}

async function readSecretFile(folder: string, path: string): Promise<string> {
  const content = await readFile(resolve(folder, path), 'utf8').catch((error: unknown) => {
    throw new SecretError(
      `The secret file ${path} cannot be read (${explainSystemError(error)}): fix it, or name another file in the declarations.`,
    );
  });
  // Editors and `echo` end a file with a line break that is not a part of the secret.
  const secret = content.replace(/\r?\n$/, '');
  if (secret === '') throw new SecretError(`The secret file ${path} is empty.`);
  return secret;
}
