import type { Report } from '#compiler/report/report.ts';
import { escapeMarkdown } from '../../views/escape-markdown.ts';
import { describeScope, summarizeReport } from './report-summary.ts';
import { describeReport, type ReportTable } from './report-tables.ts';

/** A table below a title. */
interface MarkdownSection {
  readonly title: string;
  /** The text above the table, as Markdown. */
  readonly note?: string;
  readonly columns: readonly string[];
  /** The cells of each row as Markdown, rendered only if there is room for the row. */
  readonly rows: readonly (() => readonly string[])[];
  /** Whether the section is collapsed. */
  readonly isFolded?: boolean;
}

/** The number of characters reserved for the line that counts the missing rows. */
const roomForRest = 100;

/** GitHub limits a comment to 65,536 characters, of which some are reserved for the text around the report. */
const maxCommentLength = 60_000;

/** The maximum length of a cell before escaping, so that a long cell leaves room for others. */
const maxCellLength = 200;

/** A report for a comment or a page, within `most` characters: its tables, each with as many rows as fit. */
export function renderReportMarkdown(report: Report, most = maxCommentLength): string {
  const blocks = [
    `## gatewright report: ${escapeCell(describeScope(report))}`,
    ...summarizeReport(report).map((sentence) => escapeMarkdown(sentence)),
  ].join('\n\n');
  const sections = describeReport(report).map(toSection);
  return `${[blocks, ...renderMarkdownSections(sections, most - blocks.length)].join('\n\n')}\n`;
}

function toSection({ title, columns, rows, isDetail = false }: ReportTable): MarkdownSection {
  return { title, columns, rows: rows.map((row) => () => row.map(escapeCell)), isFolded: isDetail };
}

function escapeCell(text: string): string {
  return escapeMarkdown(text.length > maxCellLength ? `${text.slice(0, maxCellLength)}…` : text);
}

/**
 * The sections with rows, within `room` characters including two line breaks between them. Each section may take half
 * of the remaining room, and the last section all of it.
 */
function renderMarkdownSections(sections: readonly MarkdownSection[], room: number): readonly string[] {
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
