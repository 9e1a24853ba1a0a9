import { eastAsianWidth } from 'get-east-asian-width';
import { markHidden } from '#compiled/names/hidden-characters.ts';

/** Created only for a line that is not plain, since that takes longer than rendering most reports. */
let graphemes: Intl.Segmenter | undefined;

/**
 * Matches emoji, which take two columns regardless of the width that Unicode Standard Annex 11 gives their code points.
 */
const emoji = /^\p{Emoji_Presentation}|\uFE0F/u;

/** A character as people see it. */
export interface Cell {
  readonly text: string;
  /** Columns on the screen. */
  readonly width: number;
  /** The start of the character in the line, and its length, in UTF-16 units. */
  readonly offset: number;
  readonly length: number;
}

/** Nearly every line matches, and then needs no segmentation into graphemes. */
const printableAscii = /^[\x20-\x7E]*$/;

/** Whether each character of a text takes one column and is shown as it is. */
export function isPlain(text: string): boolean {
  return printableAscii.test(text);
}

const tabStop = 4;

/** Splits a piece of a line into visible characters, with tabs expanded to spaces. `from` is its offset in the line. */
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

/** A line of text that is safe to show: control characters and lone surrogates become visible marks. */
export function printable(text: string): string {
  return isPlain(text) ? text : markHidden(text.toWellFormed());
}

/** Untrusted text, such as the names of users, with control characters replaced by visible marks. */
export function escapeControls(text: string): string {
  return markHidden(text).replace(/\p{C}/gu, '\u{FFFD}');
}
