import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync } from 'node:fs';
import { link, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lockFile } from './lock-file.ts';
import { makeFolders } from './make-folders.ts';

/** The content of a file. */
export interface FileContent {
  readonly file: string;
  readonly content: string | Iterable<string>;
  /** Default: the mode that the file had. */
  readonly mode?: number;
}

/**
 * Writes a file so that a reader, or a power cut, sees either the old content or all of the new content. Without a
 * `mode` it keeps the current one. An existing path that is not an ordinary file, such as a device, is written to
 * directly. Rejects with the system's error: ENOENT if its folder is missing.
 */
export function writeFileAtomically(
  file: string,
  content: string | Iterable<string>,
  mode?: number,
): Promise<void> {
  return writeFilesAtomically([{ file, content, ...(mode !== undefined && { mode }) }]);
}

/**
 * Writes files that belong together, each as `writeFileAtomically` does: all are written before the first is put in
 * its place, then they are put there in this order.
 */
export async function writeFilesAtomically(files: readonly FileContent[]): Promise<void> {
  await using staged = new AsyncDisposableStack();
  const publications: (() => Promise<void>)[] = [];
  for (const file of files) publications.push(await stage(file, staged));
  for (const publish of publications) await publish();
}

/** Writes next to the file; `staged` removes what was not published. */
async function stage(
  { file, content, mode }: FileContent,
  staged: AsyncDisposableStack,
): Promise<() => Promise<void>> {
  const target = await realpath(file).catch(() => file);
  const existing = await stat(target).catch(() => undefined);
  if (existing && !existing.isFile()) {
    await writeFile(target, content);
    return async () => undefined;
  }
  const temporary = `${target}.${randomBytes(6).toString('hex')}`;
  // If it could not be created, report that error.
  staged.defer(() => rm(temporary, { force: true }).catch(() => undefined));
  await writeThrough(temporary, content, mode ?? existing?.mode);
  return () => rename(temporary, target);
}

/**
 * Replaces the text of a file as `writeFileAtomically` does, if it is still `before`; returns whether it was
 * replaced. Of several processes that replace the same text, one succeeds. Rejects with the system's error, or with a
 * FileLockedError.
 */
export async function replaceFileAtomically(file: string, before: string, after: string): Promise<boolean> {
  const target = await realpath(file).catch(() => file);
  const existing = await stat(target).catch(() => undefined);
  if (!existing) return false;
  const temporary = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    await writeThrough(temporary, after, existing.mode);
    // Until the file is replaced, no other process compares its text.
    using _ = await lockFile(target);
    if (readFileSync(target, 'utf8') !== before) return false;
    renameSync(temporary, target);
    return true;
  } finally {
    // If it could not be created, that error is reported.
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/**
 * Writes a file that must not exist yet, so that a reader sees all of it or nothing. Of two that write at once one
 * wins, and the other one rejects with the system's error: EEXIST.
 */
export async function createFileAtomically(file: string, content: string, mode: number): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeThrough(temporary, content, mode);
    await link(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function writeThrough(
  file: string,
  content: string | Iterable<string>,
  mode: number | undefined,
): Promise<void> {
  await using handle = await open(file, 'wx', mode);
  // The process's mask narrows the mode of a new file; a kept or requested mode is exact.
  if (mode !== undefined) await handle.chmod(mode & 0o777);
  await handle.writeFile(content);
  await handle.sync();
}

/**
 * Writes a file that must not exist yet, and the folders above it. Its mode is that of the system unless it is named.
 * Rejects with the system's error, EEXIST if the file exists, and then leaves no part of it.
 */
export async function writeNewFile(file: string, text: string, mode = 0o666): Promise<void> {
  await makeFolders(dirname(file));
  await using handle = await open(file, 'wx', mode);
  try {
    await handle.writeFile(text);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}
