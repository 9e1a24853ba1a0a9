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
  /** The key or value with the problem. */
  readonly at: SourceLocation;
  readonly related?: readonly RelatedLocation[];
  /** References that lead to the problem, besides those among `related`. */
  readonly moreUses?: number;
  /** It would be an error, but taking access away can lead to it: a command that adds something refuses it. */
  readonly lowered?: true;
  /** The fix, if it is safe. */
  readonly fix?: Fix;
  /** The text at `at` may be a secret: a view masks the whole line. */
  readonly secret?: true;
}

/** How many diagnostics there are of each severity. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity] += 1;
  return counts;
}

/** Diagnostics in the order of their places, then of their codes: the same findings always print the same. */
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

/** Repeated findings of the same place are left out: files that several definitions share are checked in each. */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  // Definitions that are the same have the same objects.
  const different = new Set(diagnostics);
  // Sorted, since keys of all of them would take more memory than the findings.
  const sorted = sortDiagnostics([...different]);
  for (const [index, one] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before && compareDiagnostics(before, one) === 0) different.delete(one);
  }
  return different.size === diagnostics.length ? diagnostics : [...different];
}
