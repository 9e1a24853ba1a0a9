import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '#compiled/json.ts';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { CommandError } from '../command-error.ts';

/** Members that only private and symmetric keys have, for all key types (RFC 7518 section 6, RFC 8037 section 2). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];

/**
 * The text of a file with a JWK Set of public keys. Rejects with a CommandError if the file is unreadable or malformed,
 * or if it contains a private key or no keys.
 */
export async function readPublicKeySet(written: string, cwd: string): Promise<string> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, written), 'utf8');
  } catch (error) {
    throw new CommandError(`${written} cannot be read: ${explainSystemError(error)}.`);
  }
  const keys = parseKeys(text);
  if (!keys)
    throw new CommandError(`${written} is not a JWK Set, which is an object with a list of \`keys\`.`);
  if (keys.length === 0)
    throw new CommandError(
      `${written} contains no keys.`,
      'Save there what `/oauth2/jwks` of the key manager returns.',
    );
  if (keys.some((key) => privateMembers.some((member) => Object.hasOwn(key, member))))
    throw new CommandError(
      `${written} contains a private key.`,
      'Keep only public keys there, as `/oauth2/jwks` of the key manager returns them.',
    );
  return text;
}

function parseKeys(text: string): readonly JsonObject[] | undefined {
  try {
    const value = JSON.parse(text) as Json;
    const keys = isJsonObject(value) ? value['keys'] : undefined;
    return Array.isArray(keys) && keys.every(isJsonObject) ? keys : undefined;
  } catch {
    return undefined;
  }
}
