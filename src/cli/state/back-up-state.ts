import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { FolderInUseError, lockStateFolder } from '#serve/services/lock-state-folder.ts';
import { stateFileIn } from '#serve/services/open-token-store.ts';
import { makeFolders } from '#platform/files/make-folders.ts';
import { CommandError } from '../command-error.ts';
import { copyDatabase } from './copy-database.ts';
import { copyStateParts } from './state-parts.ts';

/**
 * Copies the state of a gateway, which may be running, into a new folder that appears as a whole or not at all. Returns
 * the names of the copied parts. Throws a CommandError if there is nothing to copy, or if the folder already exists.
 */
export async function backUpState(stateFolder: string, folder: string): Promise<readonly string[]> {
  await checkStateFolder(stateFolder);
  if (await lstat(folder).catch(() => undefined)) {
    throw new CommandError(`${folder} already exists.`, 'Use a new folder for each backup.');
  }
  const partial = `${folder}.partial-${randomBytes(4).toString('hex')}`;
  await makeFolders(dirname(folder));
  await mkdir(partial, { mode: 0o700 });
  try {
    const copied = await copyAll(stateFolder, partial);
    if (copied.length === 0) throw new CommandError(`Nothing to back up in ${stateFolder}.`);
    // A backup in a repository would otherwise be committed, with its private keys.
    await writeFile(join(partial, '.gitignore'), '*\n');
    await rename(partial, folder);
    return copied;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function checkStateFolder(stateFolder: string): Promise<void> {
  if ((await stat(stateFolder).catch(() => undefined))?.isDirectory()) return;
  throw new CommandError(
    `The state folder ${stateFolder} does not exist.`,
    'Set the state folder of the gateway with --state-dir DIR.',
  );
}

async function copyAll(stateFolder: string, to: string): Promise<readonly string[]> {
  using held = new DisposableStack();
  held.use(
    await lockStateFolder(stateFolder, 'shared').catch((error: unknown) => refuse(error, stateFolder)),
  );
  const file = stateFileIn(stateFolder);
  const hasDatabase = (await stat(file).catch(() => undefined)) !== undefined;
  if (hasDatabase) await copyDatabase(file, join(to, basename(file)));
  return [...(hasDatabase ? ['the state database'] : []), ...(await copyStateParts(stateFolder, to))];
}

function refuse(error: unknown, stateFolder: string): never {
  if (!(error instanceof FolderInUseError)) throw error;
  throw new CommandError(
    `The state folder ${stateFolder} is being restored.`,
    'Try again when the restore is complete.',
  );
}
