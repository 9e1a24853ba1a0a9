import type { SourceLocation } from '#source/source-location.ts';
import type { Fix } from './fix.ts';

export type Severity = 'error' | 'warning' | 'info';

/** Another place that explains a finding: `referenced from`, `first declared here`. */
interface RelatedLocation {
  readonly message: string;
  readonly at: SourceLocation;
}

/** A problem in a user's files, and its location. */
export interface Diagnostic {
  /** The name of the rule: `api-context-format`, `yaml-syntax`. */
  readonly code: string;
  readonly severity: Severity;
  /** The problem, in one sentence. */
  readonly message: string;
  /** The help, in one sentence. */
  readonly help?: string;
  /** The location of the key or value with the problem. */
  readonly at: SourceLocation;
  readonly related?: readonly RelatedLocation[];
  /** The number of references that lead to the problem, in addition to those in `related`. */
  readonly moreUses?: number;
  /**
   * Set if the severity was lowered from error, because removing access can cause the problem, and so can giving access.
   * A command that adds something treats it as an error.
   */
  readonly lowered?: true;
  /** The fix; present only if it is safe. */
  readonly fix?: Fix;
  /** Set if the text at `at` may be a secret; a view masks the whole line then. */
  readonly secret?: true;
}

/** The number of diagnostics of each severity. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity] += 1;
  return counts;
}

/** Sorts diagnostics by place, then by code and message, so that the same findings always print the same. */
export function sortDiagnostics<D extends Diagnostic>(diagnostics: readonly D[]): readonly D[] {
  return diagnostics.toSorted(compareDiagnostics);
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.at.file, b.at.file) ||
    a.at.line - b.at.line ||
    a.at.column - b.at.column ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  );
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Omits repeated findings at the same place: files that several definitions share are checked with each of them. */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  // Equal definitions have the same diagnostic objects.
  const different = new Set(diagnostics);
  // Compares neighbours in sorted order, since keys of all findings would take more memory than the findings.
  const sorted = sortDiagnostics([...different]);
  for (const [index, one] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before && compareDiagnostics(before, one) === 0) different.delete(one);
  }
  return different.size === diagnostics.length ? diagnostics : [...different];
}
