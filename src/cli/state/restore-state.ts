import { copyFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makeEmptyFile, makePrivateFolder } from '#platform/files/private-files.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import { FolderInUseError, lockStateFolder } from '#serve/services/lock-state-folder.ts';
import { stateFileIn } from '#serve/services/open-token-store.ts';
import { CommandError } from '../command-error.ts';
import { checkpointDatabase } from './copy-database.ts';
import { copyStateParts } from './state-parts.ts';

/**
 * Replaces the state in a state folder with a backup, each file as a whole; the database comes last, and only if it is
 * valid. Returns the names of the restored parts. Throws a CommandError if the folder is not a backup, or if a gateway
 * is running.
 */
export async function restoreState(folder: string, stateFolder: string): Promise<readonly string[]> {
  await makePrivateFolder(stateFolder);
  await checkBackup(folder, stateFolder);
  using held = new DisposableStack();
  held.use(
    await lockStateFolder(stateFolder, 'exclusive').catch((error: unknown) => refuse(error, stateFolder)),
  );
  const file = stateFileIn(stateFolder);
  const staged = `${file}.restored`;
  try {
    const hasDatabase = await stageDatabase(join(folder, basename(file)), staged);
    const copied = await copyStateParts(folder, stateFolder);
    if (hasDatabase) await replaceDatabase(staged, file);
    const restored = [...(hasDatabase ? ['the state database'] : []), ...copied];
    if (restored.length === 0) throw new CommandError(`${folder} is not a backup of a gateway's state.`);
    return restored;
  } finally {
    await removeDatabase(staged);
  }
}

function refuse(error: unknown, stateFolder: string): never {
  if (!(error instanceof FolderInUseError)) throw error;
  throw new CommandError(`The state folder ${stateFolder} is in use.`, 'Stop the gateway, then restore.');
}

async function checkBackup(folder: string, stateFolder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (!found) throw new CommandError(`The folder ${folder} does not exist.`);
  if (!found.isDirectory()) throw new CommandError(`${folder} is not a folder.`);
  if ((await realpath(folder)) !== (await realpath(stateFolder))) return;
  throw new CommandError(`${folder} is the state folder itself, not a backup of it.`);
}

/**
 * Copies the database next to its target and checks it there, since a backup may be on read-only storage. The remains
 * of an incomplete restore are replaced. Returns whether the backup has a database.
 */
async function stageDatabase(from: string, staged: string): Promise<boolean> {
  if (!(await stat(from).catch(() => undefined))) return false;
  await removeDatabase(staged);
  await makeEmptyFile(staged);
  await copyFile(from, staged);
  await makeEmptyFile(staged);
  await checkpointDatabase(staged).catch((error: unknown) => {
    // The message names the original, since the copy is deleted.
    throw error instanceof StoreError ? new StoreError(error.message.replace(staged, from)) : error;
  });
  return true;
}

/** Deletes the log of the old database first, since SQLite would apply it to the new database. */
async function replaceDatabase(staged: string, file: string): Promise<void> {
  await removeDatabase(file, ['-wal', '-shm', '-journal']);
  await rename(staged, file);
}

async function removeDatabase(
  file: string,
  suffixes: readonly string[] = ['', '-wal', '-shm', '-journal'],
): Promise<void> {
  for (const suffix of suffixes) await rm(`${file}${suffix}`, { force: true });
}
