import type { ApiReport, ReportedFinding } from '#compiled/api-report.ts';
import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import { rules } from '#compiler/lint/rules.ts';
import { assignFindings } from '#compiler/report/assign-findings.ts';
import { type FoundDiagnostic, listFindings } from '#compiler/report/found-diagnostic.ts';
import { describeApis, makeReport, type ReportOptions } from '#compiler/report/make-report.ts';
import type { Report } from '#compiler/report/report.ts';
import type { CheckResult } from '#pipeline.ts';

type Options = Omit<ReportOptions, 'ruleSections'>;

const ruleSections = new Map(rules.map(({ name, section }) => [name, section]));

/** The report on checked sources; undefined if they have no usable Gateway document. */
export function reportOn({ workspace, ...findings }: CheckResult, options: Options): Report | undefined {
  return workspace && makeReport(workspace, findings, { ...options, ruleSections });
}

/** The report on one version of an API, and its findings. */
interface ApiWithFindings {
  readonly report: ApiReport;
  /** The findings: those that lint reports come before the others, each group in the order of its places. */
  readonly findings: readonly ReportedFinding[];
}

/** Reports on the APIs with some keys, sorted by name and version. */
export type ApiReporter = (only: ReadonlySet<string>) => readonly ApiWithFindings[];

/** Returns a reporter on the APIs of checked sources. Data that all reports share is computed once, on first use. */
export function openApiReporter({ workspace, ...findings }: CheckResult, deployment: string): ApiReporter {
  if (!workspace) return () => [];
  let assigned: ReturnType<typeof assignFindings> | undefined;
  const suppressible = new Set(findings.suppressedFindings?.suppressible);
  return (only) => {
    assigned ??= assignFindings(listFindings(findings), workspace);
    const apis = describeApis(workspace, assigned, { deployment, ruleSections, only });
    return apis.map(({ report, found }) => ({
      report,
      findings: found.map((one) => toReported(one, suppressible)),
    }));
  };
}

/** Reports errors that are among the findings of no API. */
export function reportErrors(errors: readonly Diagnostic[]): readonly ReportedFinding[] {
  const nothing: ReadonlySet<Diagnostic> = new Set();
  return errors.map((diagnostic) => toReported({ status: 'reported', diagnostic }, nothing));
}

function toReported(
  { status, diagnostic }: FoundDiagnostic,
  suppressible: ReadonlySet<Diagnostic>,
): ReportedFinding {
  const { severity, code, message, help, at } = diagnostic;
  return {
    status,
    isSuppressible: suppressible.has(diagnostic),
    severity,
    code,
    message,
    ...(help !== undefined && { help }),
    file: at.file,
    line: at.line,
    column: at.column,
    pointer: at.pointer,
  };
}
