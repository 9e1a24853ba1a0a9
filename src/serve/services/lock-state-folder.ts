import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { explainSystemError } from '#platform/explain-system-error.ts';
import { makeEmptyFile, makePrivateFolder } from '#platform/files/private-files.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { explainSqlite, isBusy } from '#runtime/state/sqlite/explain-sqlite.ts';
import { StartupError } from '../served/startup-error.ts';

/** The folder is in use by a program that must not run at the same time. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
}

/**
 * Locks a state folder until the result is disposed. Gateways use `shared`, since several may run on one folder; a task
 * that replaces the folder's content uses `exclusive`. The system releases the lock when the process ends for any
 * reason. Rejects with a FolderInUseError, a StoreError that names the file, or the system's error.
 */
export async function lockStateFolder(folder: string, mode: 'shared' | 'exclusive'): Promise<Disposable> {
  const file = join(folder, 'in-use.lock');
  await makeEmptyFile(file);
  try {
    return lockFile(file, mode);
  } catch (error) {
    if (isBusy(error)) throw new FolderInUseError(`${folder} is in use.`);
    throw new StoreError(`The lock ${file} cannot be used: ${explainSqlite(error)}.`);
  }
}

/**
 * Locks the first free folder `base.1`, `base.2` and so on, and returns its path. Several gateways may run on one state
 * folder, and each needs its own repository.
 */
export async function lockFirstFree(base: string, opened: AsyncDisposableStack): Promise<string> {
  for (let number = 1; ; number++) {
    const folder = `${base}.${number}`;
    await makePrivateFolder(folder);
    try {
      opened.use(await lockStateFolder(folder, 'exclusive'));
      return folder;
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
    }
  }
}

/** Locks a file through SQLite, which can lock files on every system, while Node cannot. The database stays empty. */
function lockFile(file: string, mode: 'shared' | 'exclusive'): Disposable {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec(mode === 'shared' ? 'BEGIN; SELECT * FROM sqlite_schema' : 'BEGIN EXCLUSIVE');
    return { [Symbol.dispose]: () => database.close() };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Creates the state folder if it is missing, and checks that it is writable. Rejects with a StartupError. */
export async function openStateFolder(folder: string): Promise<void> {
  try {
    await makePrivateFolder(folder);
    await tryWriting(folder);
  } catch (error) {
    throw new StartupError(`The state folder ${folder} cannot be written (${explainFolderError(error)}).`);
  }
}

/** Explains why a folder cannot be used. Folders such as /proc exist, but no folder can be created in them. */
function explainFolderError(error: unknown): string {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' && syscall === 'mkdir' ? 'no folder can be made there' : explainSystemError(error);
}

/** Writes a test file, because permissions do not show that a disk is full or a file system read-only. */
async function tryWriting(folder: string): Promise<void> {
  const file = join(folder, `.writable.${process.pid}`);
  await writeFile(file, 'x');
  await rm(file, { force: true });
}
