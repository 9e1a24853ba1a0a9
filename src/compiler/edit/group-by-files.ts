import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Fix } from '#diagnostic/fix.ts';

/** A diagnostic with its fix, and its index among all diagnostics. */
interface Fixable {
  readonly diagnostic: Diagnostic;
  readonly fix: Fix;
  readonly index: number;
}

/** The diagnostics with a fix, in groups that have no file in common; each group is in the given order. */
export function groupByFiles(diagnostics: readonly Diagnostic[]): readonly (readonly Fixable[])[] {
  const byFile = new Map<string, Fixable[]>();
  for (const [index, diagnostic] of diagnostics.entries()) {
    const { fix } = diagnostic;
    if (!fix) continue;
    const files = new Set(fix.steps.map(({ at }) => at.file));
    const group = joinGroups(files, byFile);
    group.push({ diagnostic, fix, index });
    for (const file of files) byFile.set(file, group);
  }
  return [...new Set(byFile.values())].map((group) => group.toSorted((a, b) => a.index - b.index));
}

/** The group for some files. Merges the groups that the files belonged to. */
function joinGroups(files: ReadonlySet<string>, byFile: Map<string, Fixable[]>): Fixable[] {
  const [first = [], ...others] = new Set([...files].flatMap((file) => [byFile.get(file) ?? []]));
  for (const other of others) for (const one of other) first.push(one);
  for (const [file, group] of others.length > 0 ? byFile : [])
    if (others.includes(group)) byFile.set(file, first);
  return first;
}
