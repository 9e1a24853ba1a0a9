import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A Node of the machine that is older than the program needs; undefined if there is none. */
export function findOldNode(): { readonly file: string; readonly version: string } | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/local/bin', '/usr/bin'];
  const files = folders.map((folder) => join(folder, 'node')).filter((file) => existsSync(file));
  return files
    .map((file) => ({ file, version: execFileSync(file, ['--version']).toString().trim().slice(1) }))
    .find(({ version }) => Number(version.split('.')[0]) < 24);
}
