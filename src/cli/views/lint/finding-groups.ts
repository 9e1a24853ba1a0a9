import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';

/** Diagnostics of one severity by rule, then by file, each in the order of its first one. */
export function groupFindings(diagnostics: readonly Diagnostic[]): readonly (readonly Diagnostic[])[] {
  const byRule = Map.groupBy(diagnostics, ({ code }) => code);
  return [...byRule.values()].flatMap((ofRule) => [...Map.groupBy(ofRule, ({ at }) => at.file).values()]);
}
