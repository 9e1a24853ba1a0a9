import type { SourceLocation } from '#source/source-location.ts';
import type { Diagnostic } from './diagnostic.ts';

/** A finding, and the other places in its file where it was found too. */
export interface RepeatedFinding extends Diagnostic {
  /** The other places, in the order of the file. */
  readonly alsoAt: readonly SourceLocation[];
  /** All findings of the group, this one first. */
  readonly members: readonly Diagnostic[];
}

const nowhere: readonly SourceLocation[] = [];

/**
 * Groups the findings of each file that have the same text. Returns the first finding of each group, with the places of
 * the others, in the order of the first findings.
 */
export function groupRepeats(diagnostics: readonly Diagnostic[]): readonly RepeatedFinding[] {
  const groups = new Map<Diagnostic, readonly Diagnostic[]>();
  for (const inFile of Map.groupBy(diagnostics, ({ at }) => at.file).values()) {
    for (const alike of Map.groupBy(inFile, ({ message }) => message).values()) {
      // Fast path: most messages belong to one rule, and keys of all findings would take as much memory as the
      // findings.
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

/** Compares everything but the message, which the caller knows to be equal. */
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
