import type { Diagnostic } from './diagnostic.ts';

/** What is said again of the same place is left out: files that several definitions share are looked at in each. */
export function withoutRepeats(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, message, at }) => {
    const key = `${code} ${at.file}:${at.line}:${at.column} ${message}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
