import { open } from 'node:fs/promises';
import { backup, type DatabaseSync } from 'node:sqlite';
import { makeEmptyFile } from '#platform/files/private-files.ts';
import { explainDatabase, openStateDatabase, refuseCorrupted } from '#runtime/state/sqlite/state-database.ts';

/** Copies all pages in one step: a write of the gateway between two steps would restart the copy. */
const allPages = 2 ** 31 - 1;

/**
 * Copies a consistent snapshot of a state database, which may be in use. Rejects with a StoreError that names a file.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await makeEmptyFile(to);
  using source = openStateDatabase(from);
  await backup(source, to, { rate: allPages }).catch((error: unknown) =>
    explainDatabase(to, () => {
      throw error;
    }),
  );
  await checkpointDatabase(to);
}

/** Turns a state database that is not in use into one valid file. Rejects with a StoreError that names the file. */
export async function checkpointDatabase(file: string): Promise<void> {
  const database = openStateDatabase(file);
  try {
    explainDatabase(file, () => prepareCopy(database, file));
  } finally {
    database.close();
  }
  await using handle = await open(file);
  await handle.sync();
}

function prepareCopy(database: DatabaseSync, file: string): void {
  refuseCorrupted(database, file);
  // Processes that listened to the original do not listen to the copy.
  database.exec('DELETE FROM listeners; PRAGMA journal_mode = DELETE;');
}
