/** Rows in columns, each as wide as its widest cell; the last one takes the rest of the line and may take several. */
export function renderTable(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? [])
    .slice(0, -1)
    .map((_, column) => rows.reduce((widest, row) => Math.max(widest, (row[column] ?? '').length), 0));
  const margin = widths.reduce((sum, width) => sum + width + 2, 2);
  return rows.flatMap((row) => {
    const head = widths.map((width, column) => (row[column] ?? '').padEnd(width + 2)).join('');
    return wrapText(row.at(-1) ?? '', pageWidth - margin).map(
      (line, index) => `  ${index === 0 ? head : ' '.repeat(margin - 2)}${line}`,
    );
  });
}

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
