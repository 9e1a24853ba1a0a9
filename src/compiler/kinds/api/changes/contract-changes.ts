import type { JsonObject } from '#compiled/json.ts';
import type { Affected, Compatibility } from '#compiler/plan/change.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { contractChangeKinds } from '#compiler/plan/contract/contract-change-kinds.ts';
import type { ContractChange } from '#compiler/plan/contract/contract-change.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { count } from '#compiler/plan/wording/describe-quantity.ts';
import type { FoundChange } from '#compiler/plan/declarations/declaration-change.ts';

/** The changes of the contract of an API, and the applications that they affect. */
export function contractChanges(
  api: string,
  before: JsonObject,
  after: JsonObject,
  consumers: Consumers,
): readonly FoundChange[] {
  return describeContractChanges(api, diffContracts(before, after), consumers);
}

/** Converts changes of a contract to changes of a plan. */
export function describeContractChanges(
  api: string,
  changes: readonly ContractChange[],
  consumers: Consumers,
): readonly FoundChange[] {
  const known = new Map<string, readonly Affected[]>();
  return changes.map(({ at, compatibility, ...change }) => {
    const { sensitive } = contractChangeKinds[change.id];
    return {
      ...change,
      subject: { kind: 'Api', name: api },
      at: {
        ...(at.base !== undefined && { base: { in: 'contract', pointer: at.base } }),
        ...(at.head !== undefined && { head: { in: 'contract', pointer: at.head } }),
      },
      compatibility,
      ...(sensitive !== 'no' && { sensitive }),
      affected: affectedBy(api, compatibility, change.operations, consumers, known),
    };
  });
}

/** `known` caches the result by effect, since many changes affect the same operations. */
function affectedBy(
  api: string,
  compatibility: Compatibility,
  operations: readonly string[],
  consumers: Consumers,
  known: Map<string, readonly Affected[]>,
): readonly Affected[] {
  if (compatibility !== 'breaking' && compatibility !== 'risky') return [];
  const effect = `may fail at ${describeOperations(operations)}${api}`;
  const affected = known.get(effect) ?? affect(consumers.callersOf(api, 'both'), effect);
  known.set(effect, affected);
  return affected;
}

function describeOperations(operations: readonly string[]): string {
  if (operations.length === 0) return '';
  const named = operations.length > 3 ? operations.slice(0, 2) : operations;
  const rest = operations.length - named.length;
  return `${named.join(', ')}${rest > 0 ? ` and ${count(rest, 'other operation')}` : ''} of `;
}
