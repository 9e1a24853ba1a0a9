import type { ExampleEdit } from './define-rule.ts';

type Files = Readonly<Record<string, string>>;

/** The files after the edits of an example, in turn. Throws where the text to be replaced is not there. */
export function applyExampleEdits(files: Files, edits: readonly ExampleEdit[]): Files {
  return edits.reduce(applyEdit, files);
}

function applyEdit(files: Files, edit: ExampleEdit): Files {
  if ('content' in edit) return { ...files, [edit.file]: edit.content };
  if ('isGone' in edit)
    return Object.fromEntries(Object.entries(files).filter(([file]) => file !== edit.file));
  const text = files[edit.file];
  if (!text?.includes(edit.replace))
    throw new Error(`${edit.file} does not hold ${JSON.stringify(edit.replace)}`);
  return { ...files, [edit.file]: text.replace(edit.replace, () => edit.by) };
}
