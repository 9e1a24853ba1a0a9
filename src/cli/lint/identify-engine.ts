import { glob, stat } from 'node:fs/promises';
import { readVersion } from '../read-version.ts';

const compiler = new URL('../../compiler/', import.meta.url);

/** Tells one state of the program from another: its version and, where it runs from its sources, when they last changed. */
export async function identifyEngine(): Promise<string> {
  const version = await readVersion();
  if (!import.meta.url.endsWith('.ts')) return version;
  let changed = 0;
  for await (const file of glob('**/*.ts', { cwd: compiler })) {
    changed = Math.max(changed, (await stat(new URL(file, compiler))).mtimeMs);
  }
  return `${version} ${changed}`;
}
