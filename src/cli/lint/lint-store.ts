import { glob, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildStore } from '../../compiler/workspace/build-store.ts';
import { FindingsFile } from '../../serve/sources/findings-file.ts';
import { readVersion } from '../read-version.ts';

/** What lint knows from its last run, and how it leaves what it knows to the next one. */
export interface LintStore {
  readonly store: BuildStore;
  /** Never rejects: where the folder cannot be written, the next run takes longer. */
  readonly save: () => Promise<void>;
}

/** Opens what the last run has left in a folder, for this version of the program if no other is named. */
export async function openLintStore(folder: string, engine?: string): Promise<LintStore> {
  const findings = new FindingsFile(join(folder, 'findings'), engine ?? (await identifyEngine()));
  const store = await findings.open('one');
  const save = async () => {
    await findings.save(store);
    // What is made again from the sources has no place next to them in git.
    await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  };
  return { store, save: () => save().catch(() => undefined) };
}

const sources = new URL('../../', import.meta.url);
/** What has a say in what is found. */
const files = '{compiled,compiler,diagnostic,openapi,source}/**/*.ts';

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
