import { glob, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSea } from 'node:sea';
import type { BuildStore } from '#compiler/workspace/build-store.ts';
import { makePrivateFolder } from '#platform/files/private-files.ts';
import { FindingsFile } from '#serve/sources/findings-file.ts';
import { readVersion } from '../read-version.ts';

/** The results of lint's last run, and the way to save them for the next one. */
export interface LintStore {
  readonly store: BuildStore;
  /** Saves a definition before the others: a packed `RememberedDefinition`. */
  readonly add: FindingsFile['add'];
  /** Never rejects: if the folder cannot be written, the next run takes longer. */
  readonly save: () => Promise<void>;
}

/** Opens the results of the last run in a folder, for this version of the program if no other is named. */
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

/** Results that can be computed again do not belong in git next to the sources. Never rejects. */
async function hideFromGit(folder: string): Promise<void> {
  await makePrivateFolder(folder).catch(() => undefined);
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => undefined);
}

const sources = new URL('../../', import.meta.url);
/** The file with this code: a single executable is one as a whole. */
const builtFile = isSea() ? process.execPath : new URL(import.meta.url);
/** Everything that affects the findings. */
const files = '{compiled,compiler,diagnostic,openapi,source}/**/*.ts';

/**
 * Identifies one state of the program: its version, the Node that runs it and, since a program that is being worked on
 * keeps its version, when its code was written.
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
