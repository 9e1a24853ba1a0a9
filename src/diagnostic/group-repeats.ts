import type { SourceLocation } from '#source/source-location.ts';
import type { Diagnostic } from './diagnostic.ts';

/** A finding, and the other places of its file at which the same was found. */
export interface RepeatedFinding extends Diagnostic {
  /** In the order of the file, the finding's own place left out. */
  readonly alsoAt: readonly SourceLocation[];
  /** All findings that it stands for, itself first. */
  readonly members: readonly Diagnostic[];
}

const nowhere: readonly SourceLocation[] = [];

/**
 * Findings of one file that have the same text, joined into one: the first, with the places of the others. In the order
 * of the first ones.
 */
export function groupRepeats(diagnostics: readonly Diagnostic[]): readonly RepeatedFinding[] {
  const groups = new Map<Diagnostic, readonly Diagnostic[]>();
  for (const inFile of Map.groupBy(diagnostics, ({ at }) => at.file).values()) {
    for (const alike of Map.groupBy(inFile, ({ message }) => message).values()) {
      // Most messages are of one rule, and a key of every finding would take as much memory as the findings.
      const isOne = alike.every((one) => haveSameText(one, alike[0]!));
      const inGroups = isOne ? [alike] : Map.groupBy(alike, keyOf).values();
      for (const members of inGroups) groups.set(members[0]!, members);
    }
  }
  return diagnostics.flatMap((first) => {
    const members = groups.get(first);
    groups.delete(first);
    return members ? [joinGroup(first, members)] : [];
  });
}

/** Of findings with the same message. */
function haveSameText(a: Diagnostic, b: Diagnostic): boolean {
  return a.code === b.code && a.severity === b.severity && a.help === b.help;
}

function keyOf({ code, severity, message, help }: Diagnostic): string {
  return JSON.stringify([code, severity, message, help]);
}

function joinGroup(first: Diagnostic, members: readonly Diagnostic[]): RepeatedFinding {
  const alsoAt = members.length === 1 ? nowhere : members.slice(1).map(({ at }) => at);
  return { ...first, alsoAt, members };
}
