import { pageWidth, wrapText } from './wrap-text.ts';

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
