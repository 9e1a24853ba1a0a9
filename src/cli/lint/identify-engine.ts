import { glob, stat } from 'node:fs/promises';
import { readVersion } from '../read-version.ts';

const sources = new URL('../../', import.meta.url);
/** What has a say in what is found. */
const files = '{compiled,compiler,diagnostic,source}/**/*.ts';

/**
 * Tells one state of the program from another: its version, the Node that runs it and, since a program that is being
 * worked on keeps its version, when its code was written.
 */
export async function identifyEngine(): Promise<string> {
  const isBuilt = !import.meta.url.endsWith('.ts');
  const written = isBuilt ? (await stat(new URL(import.meta.url))).mtimeMs : await readTimes();
  return JSON.stringify([await readVersion(), process.version, written]);
}

async function readTimes(): Promise<readonly string[]> {
  const times: string[] = [];
  for await (const file of glob(files, { cwd: sources })) {
    times.push(`${file} ${(await stat(new URL(file, sources))).mtimeMs}`);
  }
  return times.toSorted();
}
