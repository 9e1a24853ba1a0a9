import type { LocatedChange } from '../plan-report.ts';

/** A change as it is shown, which may represent several changes. */
export interface ShownChange extends LocatedChange {
  /** The changes that it represents. */
  readonly members: readonly LocatedChange[];
}

const valueOfList = /^(.*: )value (.+) was (added|removed)\.$/s;

/** Merges changes of the same kind that affect values of the same list. */
export function mergeEnumValues(changes: readonly LocatedChange[]): readonly ShownChange[] {
  const groups = Map.groupBy(changes, (change) => listOf(change) ?? change);
  return [...groups.values()].flatMap(mergeGroup);
}

/** A key that is equal for changes to values of the same list; undefined for other changes. */
function listOf({ id, subject, message, deployments }: LocatedChange): string | undefined {
  const [, start, , verb] = /-enum-value-(?:added|removed)$/.test(id)
    ? (valueOfList.exec(message) ?? [])
    : [];
  return start === undefined ? undefined : JSON.stringify([id, subject, start, verb, deployments]);
}

function mergeGroup(group: readonly LocatedChange[]): readonly ShownChange[] {
  const [first, ...others] = group;
  if (!first) return [];
  if (others.length === 0) return [{ ...first, members: group }];
  const { before: _, after: __, ...shared } = first;
  const values = group.map(({ message }) => valueOfList.exec(message)?.[2] ?? '');
  const message = first.message.replace(
    valueOfList,
    (_whole, start: string, _value, verb: string) => `${start}values ${values.join(', ')} were ${verb}.`,
  );
  return [{ ...shared, message, members: group }];
}
