/** The columns that a page for a terminal takes. */
export const pageWidth = 90;

/** The lines of a text with words kept whole, none wider than `width` unless a single word is. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
