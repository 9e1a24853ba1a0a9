import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyEdits, EditError, type TextEdit } from '#compiler/edit/text-edit.ts';
import { replaceFileAtomically } from '#platform/files/write-file-atomically.ts';
import { CommandError } from '../command-error.ts';
import { explainDiskError } from '../explain-disk-error.ts';
import type { Io } from '../io.ts';
import type { Project } from '../project/project.ts';

const byteOrderMark = '\uFEFF';

/** A file of a project before and after an edit. */
export interface EditedSource {
  /** Relative to the root. */
  readonly file: string;
  readonly before: string;
  readonly text: string;
}

/**
 * The text of a file before and after an edit, which is not written. A byte order mark is preserved. Throws a
 * CommandError if the file must be edited by hand.
 */
export async function editSourceText(
  { root, show }: Project,
  file: string,
  edit: (text: string) => readonly TextEdit[],
): Promise<EditedSource> {
  const before = await readFile(join(root, file), 'utf8');
  const mark = before.startsWith(byteOrderMark) ? byteOrderMark : '';
  const content = before.slice(mark.length);
  try {
    return { file, before, text: mark + applyEdits(content, edit(content)) };
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw new CommandError(`${show(file)} must be edited by hand: ${error.message}`);
  }
}

/**
 * Writes the result of an edit. Throws a CommandError if the file has changed in the meantime, or cannot be written.
 */
export async function writeEditedSource(
  { root, show }: Project,
  { file, before, text }: EditedSource,
): Promise<void> {
  const write = replaceFileAtomically(join(root, file), before, text);
  if (await explainDiskError(show(file), write)) return;
  throw new CommandError(
    `${show(file)} was changed in the meantime, so it was not written.`,
    'Run the command again.',
  );
}

/**
 * Writes the result of an edit, then prints a secret that only becomes valid by the edit. If printing fails, nobody
 * knows the secret: the edit is undone, and a CommandError is thrown. `what` names the secret in messages.
 */
export async function writeBeforePrinting(
  project: Project,
  edited: EditedSource,
  { what, text }: { readonly what: string; readonly text: string },
  { stdout }: Io,
): Promise<void> {
  await writeEditedSource(project, edited);
  try {
    await stdout.deliver(text);
  } catch {
    const shown = project.show(edited.file);
    await writeEditedSource(project, { ...edited, before: edited.text, text: edited.before }).catch(() => {
      throw new CommandError(`${what} could not be printed.`, `Delete what was added to ${shown}.`);
    });
    throw new CommandError(`${what} could not be printed, so the change of ${shown} was undone.`);
  }
}
