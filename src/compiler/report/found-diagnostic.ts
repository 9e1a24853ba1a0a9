import type { Diagnostic } from '#diagnostic/diagnostic.ts';

/** A finding of lint, whether it is reported or not. */
export interface FoundDiagnostic {
  readonly status: 'reported' | 'suppressed' | 'inBaseline';
  readonly diagnostic: Diagnostic;
}

/** The findings of a lint run. */
export interface LintedFindings {
  readonly diagnostics: readonly Diagnostic[];
  /** Absent if there was nothing to lint. */
  readonly suppressedFindings?:
    | { readonly suppressed: readonly Diagnostic[]; readonly inBaseline: readonly Diagnostic[] }
    | undefined;
}

/** All findings, including those that are not reported. */
export function listFindings({
  diagnostics,
  suppressedFindings,
}: LintedFindings): readonly FoundDiagnostic[] {
  const { suppressed = [], inBaseline = [] } = suppressedFindings ?? {};
  const mark = (status: FoundDiagnostic['status'], list: readonly Diagnostic[]) =>
    list.map((diagnostic) => ({ status, diagnostic }));
  return [
    ...mark('reported', diagnostics),
    ...mark('suppressed', suppressed),
    ...mark('inBaseline', inBaseline),
  ];
}
