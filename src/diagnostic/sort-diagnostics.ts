import type { Diagnostic } from './diagnostic.ts';

/** Diagnostics in the order of their places, then of their codes: the same findings always print the same. */
export function sortDiagnostics<D extends Diagnostic>(diagnostics: readonly D[]): readonly D[] {
  return diagnostics.toSorted(
    (a, b) =>
      compareText(a.at.file, b.at.file) ||
      a.at.line - b.at.line ||
      a.at.column - b.at.column ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
