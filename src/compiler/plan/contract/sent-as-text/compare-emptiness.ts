import type { ContractChangeId } from '../contract-change-kinds.ts';
import type { Direction } from '../schemas/schema-fact.ts';
import { acceptsEmptyText } from './accepts-text.ts';
import { isAlarm } from './compare-as-text.ts';
import type { SentValue } from './sent-value.ts';

/** A value that may be declared to be left empty, whatever its schema says. */
interface Emptiable extends SentValue {
  readonly allowsEmpty: boolean;
}

interface EmptinessChange {
  readonly id: ContractChangeId;
  readonly what: string;
}

/** The change of whether a value may be left empty; undefined without one. What its schema allows anyway breaks nothing. */
export function compareEmptiness(
  old: Emptiable,
  now: Emptiable,
  direction: Direction,
): EmptinessChange | undefined {
  if (old.allowsEmpty === now.allowsEmpty) return undefined;
  const { lists, schema } = now.allowsEmpty ? old : now;
  const isAllowed = lists !== undefined && schema !== undefined && acceptsEmptyText(schema.flat, lists);
  const id = `${direction}-constraint-${now.allowsEmpty ? 'removed' : 'added'}` as const;
  const what = now.allowsEmpty ? 'allows an empty value' : 'no longer allows an empty value';
  return { id: isAllowed && isAlarm({ id }) ? 'documentation-changed' : id, what };
}
