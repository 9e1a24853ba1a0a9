import type { SourceLocation } from '../source/source-location.ts';
import type { Diagnostic } from './diagnostic.ts';

/** A finding, and the other places of its file at which the same was found. */
export interface RepeatedFinding extends Diagnostic {
  /** In the order of the file, the finding's own place left out. */
  readonly alsoAt: readonly SourceLocation[];
  /** All findings that it stands for, itself first. */
  readonly members: readonly Diagnostic[];
}

/** Findings of one file that have the same text, joined into one: the first, with the places of the others. */
export function groupRepeats(diagnostics: readonly Diagnostic[]): readonly RepeatedFinding[] {
  const groups = Map.groupBy(diagnostics, ({ code, severity, message, help, at }) =>
    JSON.stringify([at.file, code, severity, message, help]),
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    return [{ ...first, alsoAt: others.map(({ at }) => at), members: [first, ...others] }];
  });
}
