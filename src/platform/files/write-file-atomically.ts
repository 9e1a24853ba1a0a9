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
 * Writes a file so that a reader, or a power cut, sees either the old content or all of the new content. Without
 * `mode`, the file keeps its current one. An existing path that is not an ordinary file, such as a device, is written
 * to directly. Rejects with the system's error: ENOENT if its folder is missing.
 */
export function writeFileAtomically(
  file: string,
  content: string | Iterable<string>,
  mode?: number,
): Promise<void> {
  return writeFilesAtomically([{ file, content, ...(mode !== undefined && { mode }) }]);
}

/**
 * Writes files that belong together, each as `writeFileAtomically` does: all contents are written first, and then the
 * files are replaced in this order.
 */
export async function writeFilesAtomically(files: readonly FileContent[]): Promise<void> {
  await using staged = new AsyncDisposableStack();
  const publications: (() => Promise<void>)[] = [];
  for (const file of files) publications.push(await stage(file, staged));
  for (const publish of publications) await publish();
}

/**
 * Writes the content to a temporary file, which `staged` removes. Returns the function that replaces the file with it.
 */
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
  // A failure to create the temporary file is reported instead of this one.
  staged.defer(() => rm(temporary, { force: true }).catch(() => undefined));
  await writeThrough(temporary, content, mode ?? existing?.mode);
  return () => rename(temporary, target);
}

/**
 * Replaces the text of a file as `writeFileAtomically` does, if it is still `before`; returns whether it was replaced.
 * Of several processes that replace the same text, only one succeeds. Rejects with the system's error, or with a
 * FileLockedError.
 */
export async function replaceFileAtomically(file: string, before: string, after: string): Promise<boolean> {
  const target = await realpath(file).catch(() => file);
  const existing = await stat(target).catch(() => undefined);
  if (!existing) return false;
  const temporary = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    await writeThrough(temporary, after, existing.mode);
    // No other process compares the text until the file is replaced.
    using _ = await lockFile(target);
    if (readFileSync(target, 'utf8') !== before) return false;
    renameSync(temporary, target);
    return true;
  } finally {
    // A failure to create the temporary file is reported instead of this one.
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/**
 * Writes a file that must not exist yet, so that a reader sees all of it or nothing. Of two concurrent writers, one
 * succeeds, and the other rejects with the system's error: EEXIST.
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
  // The process's umask narrows the mode of a new file, so that a preserved or requested mode must be set explicitly.
  if (mode !== undefined) await handle.chmod(mode & 0o777);
  await handle.writeFile(content);
  await handle.sync();
}

/**
 * Writes a file that must not exist yet, and creates the folders above it. The default mode is subject to the process's
 * umask. Rejects with the system's error (EEXIST if the file exists), and leaves no partial file.
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
