import type { LocatedChange } from '../plan-report.ts';

/** A change as it is shown, alone or in place of several. */
export interface ShownChange extends LocatedChange {
  /** The changes that it shows. */
  readonly members: readonly LocatedChange[];
}

const valueOfList = /^(.*: )value (.+) was (added|removed)\.$/s;

/** The changes, with those of values of one list that are of one kind as one. */
export function mergeEnumValues(changes: readonly LocatedChange[]): readonly ShownChange[] {
  const groups = Map.groupBy(changes, (change) => listOf(change) ?? change);
  return [...groups.values()].flatMap(mergeGroup);
}

/** The properties that the values of one list share; undefined if it is not a value of a list. */
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
