import type { ApiReport } from '../compiled/report/api-report.ts';
import type { ReportedFinding } from '../compiled/report/reported-finding.ts';
import { rules } from '../compiler/lint/rules.ts';
import type { FoundDiagnostic } from '../compiler/report/found-diagnostic.ts';
import { describeApis, makeReport, type ReportOptions } from '../compiler/report/make-report.ts';
import type { Report } from '../compiler/report/report.ts';
import type { CheckResult } from '../pipeline.ts';

type Options = Omit<ReportOptions, 'ruleSections'>;

const ruleSections = new Map(rules.map(({ name, section }) => [name, section]));

/** The report on checked sources; undefined if they have no usable Gateway document. */
export function reportOn({ workspace, ...findings }: CheckResult, options: Options): Report | undefined {
  return workspace && makeReport(workspace, findings, { ...options, ruleSections });
}

/** The report on one version of an API, and its findings. */
export interface ApiWithFindings {
  readonly report: ApiReport;
  /** In the order of their places. */
  readonly findings: readonly ReportedFinding[];
}

/** The chosen APIs of checked sources, sorted by name and version. */
export function reportApis(
  { workspace, ...findings }: CheckResult,
  options: Options,
): readonly ApiWithFindings[] {
  if (!workspace) return [];
  const { apis } = describeApis(workspace, findings, { ...options, ruleSections });
  return apis.map(({ report, found }) => ({ report, findings: found.map(toReported) }));
}

function toReported({ status, diagnostic }: FoundDiagnostic): ReportedFinding {
  const { severity, code, message, help, at } = diagnostic;
  return {
    status,
    severity,
    code,
    message,
    ...(help !== undefined && { help }),
    file: at.file,
    line: at.line,
    column: at.column,
  };
}
