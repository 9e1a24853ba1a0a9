import type { Report } from '#compiler/report/report.ts';

/**
 * A report for programs: `{ format: 1, organisation, deployment, owner, apis, owners, total, sections, otherFindings
 * }`. File names are relative to the folder of the configuration. An incompatible change raises `format`.
 */
export function renderReportJson(report: Report): string {
  return `${JSON.stringify({ format: 1, ...report }, null, 2)}\n`;
}
