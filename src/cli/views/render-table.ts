/**
 * The lines of a table whose columns are as wide as their widest cell; the last column is wrapped to the page width.
 */
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

/** The width of a page on a terminal, in columns. */
export const pageWidth = 90;

/** Wraps a text into lines of at most `width` columns. A longer word gets a line without being broken. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
