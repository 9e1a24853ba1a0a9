import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** The maximum age of a lock, in milliseconds. An older one was left by a git process that was killed. */
const oldestMs = 30_000;

/** Whether git is writing into the work tree that a folder is in, as a checkout or a pull does. */
export async function isGitWriting(folder: string, now: number): Promise<boolean> {
  const repository = await findRepository(folder);
  if (repository === undefined) return false;
  const lock = await stat(join(repository, 'index.lock')).catch(() => undefined);
  return lock !== undefined && Math.abs(now - lock.mtimeMs) < oldestMs;
}

/** The folder with git's data about the work tree that a folder is in; undefined outside a work tree. */
async function findRepository(folder: string): Promise<string | undefined> {
  const path = join(folder, '.git');
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return path;
  if (found) return readLink(path, folder);
  return dirname(folder) === folder ? undefined : findRepository(dirname(folder));
}

/** The folder that a `.git` file names, which linked work trees and submodules have instead of a `.git` folder. */
async function readLink(file: string, folder: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [, target] = /^gitdir: (.+?)\r?\n?$/.exec(text) ?? [];
  return target === undefined ? undefined : resolve(folder, target);
}
