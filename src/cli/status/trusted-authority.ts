import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { resolve } from 'node:path';
import { explainSystemError } from '../../platform/explain-system-error.ts';
import { CommandError } from '../command-error.ts';

/** Reads the PEM certificates of authorities. Throws a CommandError where a file holds none. */
export async function readAuthority(cwd: string, file: string): Promise<string> {
  const pem = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    throw new CommandError(`The authority ${file} cannot be read: ${explainSystemError(error)}.`);
  });
  if (!pem.includes('-----BEGIN CERTIFICATE-----') || !isPem(pem))
    throw new CommandError(`The authority ${file} holds no certificate in PEM.`);
  return pem;
}

function isPem(ca: string): boolean {
  try {
    createSecureContext({ ca });
    return true;
  } catch {
    return false;
  }
}
