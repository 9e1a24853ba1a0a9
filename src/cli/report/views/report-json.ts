import type { Report } from '#compiler/report/report.ts';

/**
 * A report for a program: `{ format: 1, organisation, deployment, owner, apis, owners, total, sections, otherFindings }`.
 * Files are named from the folder of the configuration. A change that breaks its readers raises `format`.
 */
export function renderReportJson(report: Report): string {
  return `${JSON.stringify({ format: 1, ...report }, null, 2)}\n`;
}
