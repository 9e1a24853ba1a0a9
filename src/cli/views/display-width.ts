import { eastAsianWidth } from 'get-east-asian-width';
import { markHidden } from '#compiled/names/hidden-characters.ts';

/** Made only for a line that is not plain, since making it takes longer than rendering most reports. */
let graphemes: Intl.Segmenter | undefined;

/** Takes two columns, whatever Unicode Standard Annex 11 has of its code points. */
const emoji = /^\p{Emoji_Presentation}|\uFE0F/u;

/** A character as a person sees it. */
export interface Cell {
  readonly text: string;
  /** Columns on the screen. */
  readonly width: number;
  /** Its first character in the line, and how many there are, in UTF-16 units. */
  readonly offset: number;
  readonly length: number;
}

/** The characters of nearly every line, which need no knowledge of Unicode. */
const printableAscii = /^[\x20-\x7E]*$/;

/** Whether each character of a text takes one column and is shown as it is. */
export function isPlain(text: string): boolean {
  return printableAscii.test(text);
}

const tabStop = 4;

/** A piece of a line, which begins there at `from`, cut into visible characters, with tabs expanded to spaces. */
export function splitIntoCells(line: string, from = 0): readonly Cell[] {
  if (isPlain(line)) {
    return Array.from(line, (text, index) => ({ text, width: 1, offset: from + index, length: 1 }));
  }
  const cells: Cell[] = [];
  let column = 0;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  for (const { segment, index } of graphemes.segment(line)) {
    const width = segment === '\t' ? tabStop - (column % tabStop) : widthOf(segment);
    cells.push({
      text: segment === '\t' ? ' '.repeat(width) : printable(segment),
      width,
      offset: from + index,
      length: segment.length,
    });
    column += width;
  }
  return cells;
}

function widthOf(grapheme: string): number {
  return emoji.test(grapheme) ? 2 : eastAsianWidth(grapheme.codePointAt(0) ?? 0);
}

/** A text of one line that is safe to show: control characters, and halves of others, become visible marks. */
export function printable(text: string): string {
  return isPlain(text) ? text : markHidden(text.toWellFormed());
}

/** Text that others have chosen, such as the names of users, without control characters. */
export function escapeControls(text: string): string {
  return markHidden(text).replace(/\p{C}/gu, '\u{FFFD}');
}
