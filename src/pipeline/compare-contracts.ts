import type { JsonObject } from '#compiled/json.ts';
import type { ContractChange } from '#compiler/plan/contract/contract-change.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';

/** The differences between two documents, as callers of an API see them. */
export interface ComparedContracts {
  /** Changes that may break working calls. */
  readonly breaking: readonly ComparedChange[];
  /** Changes that may break callers who rely on what the document does not promise. */
  readonly risky: readonly ComparedChange[];
  /** Other changes that callers may notice. */
  readonly compatible: readonly ComparedChange[];
  /** The number of changes to descriptions and examples. */
  readonly descriptions: number;
}

type ComparedChange = Pick<ContractChange, 'message' | 'operations'>;

/** The maximum number of changes in one group, and of operations in one change. */
const maxChanges = 1000;
const maxOperations = 20;

/** Compares the OpenAPI documents of two versions of an API, by their effect on callers. */
export function compareContracts(older: JsonObject, newer: JsonObject): ComparedContracts {
  return groupByEffect(diffContracts(older, newer));
}

/** The changes of a contract by their effect on callers. */
export function groupByEffect(changes: readonly ContractChange[]): ComparedContracts {
  const byEffect = Map.groupBy(changes, ({ compatibility }) => compatibility);
  const of = (compatibility: 'breaking' | 'risky' | 'compatible') =>
    (byEffect.get(compatibility) ?? []).slice(0, maxChanges).map(({ message, operations }) => ({
      message,
      operations: operations.slice(0, maxOperations),
    }));
  return {
    breaking: of('breaking'),
    risky: of('risky'),
    compatible: of('compatible'),
    descriptions: byEffect.get('text')?.length ?? 0,
  };
}
