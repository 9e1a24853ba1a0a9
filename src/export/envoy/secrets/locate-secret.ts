import { isAbsolute, join } from 'node:path/posix';
import type { SecretReference } from '#compiled/settings/secret-reference.ts';

/** The absolute path of a secret file; undefined if the secret is in an environment variable. */
export function locateSecret({ fromFile }: SecretReference, folder: string): string | undefined {
  if (fromFile === undefined) return undefined;
  return isAbsolute(fromFile) ? fromFile : join(folder, fromFile);
}
