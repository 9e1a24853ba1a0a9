import type { ContractChangeId } from '../contract-change-kinds.ts';
import type { Direction } from '../keywords/facts/schema-fact.ts';
import { isAlarm } from './compare-as-text.ts';
import { acceptsSent } from './declared-text.ts';
import type { TextPair } from './find-refused.ts';

interface EmptinessChange {
  readonly id: ContractChangeId;
  readonly what: string;
}

/**
 * The change of whether a value may be empty; undefined if there is none. If the schema allows the empty text anyway,
 * the change breaks nothing.
 */
export function compareEmptiness(
  { base, head }: TextPair,
  direction: Direction,
): EmptinessChange | undefined {
  if (base.allowsEmpty === head.allowsEmpty) return undefined;
  const other = head.allowsEmpty ? base : head;
  const isApart = other.writing === 'pairs' || other.writing === 'deep';
  const isAllowed = !isApart && acceptsSent(other, [[other.name, '']], { direction });
  const id = `${direction}-constraint-${head.allowsEmpty ? 'removed' : 'added'}` as const;
  const what = head.allowsEmpty ? 'allows an empty value' : 'no longer allows an empty value';
  return { id: isAllowed && isAlarm({ id }) ? 'documentation-changed' : id, what };
}
