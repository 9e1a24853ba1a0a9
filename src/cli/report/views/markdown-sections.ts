/** A table below a title. */
export interface MarkdownSection {
  readonly title: string;
  /** The text above the table, as Markdown. */
  readonly note?: string;
  readonly columns: readonly string[];
  /** The cells of each row, as Markdown, made if there is room for it. */
  readonly rows: readonly (() => readonly string[])[];
  /** Whether its reader has to open it. */
  readonly isFolded?: boolean;
}

/** Kept for the line that shows how many rows are missing. */
const roomForRest = 100;

/**
 * The sections that have rows, in at most so many characters with two line breaks between them: each may take half of
 * the room that is left, and the last one all of it.
 */
export function renderMarkdownSections(
  sections: readonly MarkdownSection[],
  room: number,
): readonly string[] {
  const filled = sections.filter(({ rows }) => rows.length > 0);
  let left = room;
  return filled.map((section, index) => {
    const text = renderSection(section, index === filled.length - 1 ? left : Math.floor(left / 2));
    left -= text.length + '\n\n'.length;
    return text;
  });
}

function renderSection(section: MarkdownSection, room: number): string {
  const { title, note, columns, isFolded = false } = section;
  const [start, end] = isFolded
    ? [`<details><summary>${title}</summary>\n\n`, '\n\n</details>']
    : [`### ${title}\n\n`, ''];
  const above = note === undefined ? '' : `${note}\n\n`;
  const head = [renderRow(columns), renderRow(columns.map(() => '---'))].join('\n');
  const frame = start.length + above.length + head.length + end.length + roomForRest;
  return `${start}${above}${head}${renderRows(section, room - frame)}${end}`;
}

function renderRows({ rows }: MarkdownSection, room: number): string {
  let text = '';
  for (const [index, makeCells] of rows.entries()) {
    const row = `\n${renderRow(makeCells())}`;
    if (text.length + row.length > room)
      return `${text}\n\n… and ${rows.length - index} more, not shown here.`;
    text += row;
  }
  return text;
}

function renderRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
