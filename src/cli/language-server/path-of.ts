import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path that a URI names; undefined where it names no file of this machine, as that of a new buffer does not. */
export function pathOf(uri: string): string | undefined {
  if (!/^file:/i.test(uri) || !URL.canParse(uri)) return undefined;
  try {
    return resolve(fileURLToPath(uri));
  } catch {
    return undefined;
  }
}
