import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyEdits, EditError, type TextEdit } from '../compiler/edit/text-edit.ts';
import { CommandError } from './command-error.ts';
import type { Project } from './project.ts';

const byteOrderMark = '\uFEFF';

/** The text of a file of a project with an edit made, and its byte order mark kept, if it has one. */
export async function editSourceText(
  { root, show }: Project,
  file: string,
  edit: (text: string) => readonly TextEdit[],
): Promise<string> {
  const raw = await readFile(join(root, file), 'utf8');
  const mark = raw.startsWith(byteOrderMark) ? byteOrderMark : '';
  const text = raw.slice(mark.length);
  try {
    return mark + applyEdits(text, edit(text));
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    throw new CommandError(`${show(file)} has to be edited by hand: ${error.message}`);
  }
}
