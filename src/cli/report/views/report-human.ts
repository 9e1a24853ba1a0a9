import type { Report } from '#compiler/report/report.ts';
import type { Paint } from '../../io.ts';
import { printable } from '../../views/display-width.ts';
import { renderTable } from '../../views/render-table.ts';
import { describeScope, summarizeReport } from './report-summary.ts';
import { describeReport, type ReportTable } from './report-tables.ts';

/** A report for people at a terminal. */
export function renderReportForHumans(report: Report, paint: Paint): string {
  const head = [paint('bold', printable(describeScope(report))), ...summarizeReport(report)];
  const tables = describeReport(report).flatMap((table) => ['', ...renderOne(table, paint)]);
  return [...head, ...tables].map((line) => `${line}\n`).join('');
}

function renderOne({ title, columns, rows }: ReportTable, paint: Paint): readonly string[] {
  const cells = rows.map((row) => row.map(printable));
  return [paint('bold', title), ...renderTable([columns, ...cells])];
}
