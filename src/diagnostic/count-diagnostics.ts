import type { Diagnostic, Severity } from './diagnostic.ts';

/** How many diagnostics there are of each severity. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of diagnostics) counts[severity] += 1;
  return counts;
}
