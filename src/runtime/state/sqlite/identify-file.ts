import { statSync } from 'node:fs';

/** Tells the file at a path from any other that comes to its place; undefined where there is none. */
export function identifyFile(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
