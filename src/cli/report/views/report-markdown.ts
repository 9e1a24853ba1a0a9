import type { Report } from '#compiler/report/report.ts';
import { escapeMarkdown } from '../../views/escape-markdown.ts';
import { type MarkdownSection, renderMarkdownSections } from './markdown-sections.ts';
import { describeScope, summarizeReport } from './report-summary.ts';
import { describeReport, type ReportTable } from './report-tables.ts';

/** GitHub takes 65,536 characters of a comment; some are reserved for the text around the report. */
const maxCommentLength = 60_000;
/** The maximum length of a cell before its escapes, so that none takes the space of others. */
const maxCellLength = 200;

/** A report for a comment or a page, below `most` characters: its tables, with as many rows as fit. */
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
