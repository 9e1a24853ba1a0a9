import type { Diagnostic } from '#diagnostic/diagnostic.ts';

/** Diagnostics as lines that a test can compare: `file:line:column severity code message`. */
export function describeDiagnostics(diagnostics: readonly Diagnostic[]): readonly string[] {
  return diagnostics.map(
    ({ at, severity, code, message }) => `${at.file}:${at.line}:${at.column} ${severity} ${code} ${message}`,
  );
}
