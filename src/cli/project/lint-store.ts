import { glob, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSea } from 'node:sea';
import type { BuildStore } from '#compiler/workspace/build-store.ts';
import { makePrivateFolder } from '#platform/files/private-files.ts';
import { FindingsFile } from '#serve/sources/findings-file.ts';
import { readVersion } from '../read-version.ts';

/** The results of the last run of lint, and functions that save results for the next run. */
export interface LintStore {
  readonly store: BuildStore;
  /** Saves the results of one definition before `save`: a packed `RememberedDefinition`. */
  readonly add: FindingsFile['add'];
  /** Never rejects: if the folder cannot be written, the next run takes longer. */
  readonly save: () => Promise<void>;
}

/**
 * Opens the results of the last run in a folder. They must come from the program that `engine` identifies, by default
 * this one.
 */
export async function openLintStore(folder: string, engine?: string): Promise<LintStore> {
  const findings = new FindingsFile(join(folder, 'findings'), engine ?? (await identifyEngine()));
  const store = await findings.open('one');
  const add: LintStore['add'] = (path, packed) => {
    ignored ??= hideFromGit(folder);
    findings.add(path, packed);
  };
  let ignored: Promise<void> | undefined;
  const save = async () => {
    await findings.save(store);
    await (ignored ?? hideFromGit(folder));
  };
  return { store, add, save: () => save().catch(() => undefined) };
}

/** Creates the folder and hides it from git, since its results can be computed again. Never rejects. */
async function hideFromGit(folder: string): Promise<void> {
  await makePrivateFolder(folder).catch(() => undefined);
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
}

const sources = new URL('../../', import.meta.url);
/** The file that contains this code, which is the executable itself if it is a single executable. */
const builtFile = isSea() ? process.execPath : new URL(import.meta.url);
/** The source files that affect the findings. */
const files = '{compiled,compiler,diagnostic,openapi,source}/**/*.ts';

/**
 * Identifies the state of the program by its version, the version of Node, and the modification times of its code,
 * since the version does not change during development.
 */
export async function identifyEngine(): Promise<string> {
  const isSource = import.meta.url.endsWith('.ts');
  const written = isSource ? await readTimes() : (await stat(builtFile)).mtimeMs;
  return JSON.stringify([readVersion(), process.version, written]);
}

async function readTimes(): Promise<readonly string[]> {
  const times: string[] = [];
  for await (const file of glob(files, { cwd: sources })) {
    times.push(`${file} ${(await stat(new URL(file, sources))).mtimeMs}`);
  }
  return times.toSorted();
}
