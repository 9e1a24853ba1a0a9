/** A change of a text: `length` characters (UTF-16 units) from `offset` are replaced by `text`. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/** The text cannot be edited as requested; the message is one sentence for its author. */
export class EditError extends Error {
  override readonly name = 'EditError';
}

/** Applies edits that do not overlap. All offsets refer to the original text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let result = '';
  let copied = 0;
  for (const edit of edits.toSorted((a, b) => a.offset - b.offset)) {
    result += text.slice(copied, edit.offset) + edit.text;
    copied = edit.offset + edit.length;
  }
  return result + text.slice(copied);
}
