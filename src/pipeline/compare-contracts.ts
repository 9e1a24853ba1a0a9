import type { JsonObject } from '#compiled/json.ts';
import type { ContractChange } from '#compiler/plan/contract/contract-change.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';

/** The differences between two documents for the callers of an API. */
interface ComparedContracts {
  /** Calls that worked may fail. */
  readonly breaking: readonly ComparedChange[];
  /** Changes that callers may notice, those that some may rely on first. */
  readonly other: readonly ComparedChange[];
  /** How many changes of descriptions and examples there are. */
  readonly descriptions: number;
}

type ComparedChange = Pick<ContractChange, 'message' | 'operations'>;

/** The most changes of one group that are returned, and the most operations of one change. */
const maxChanges = 1000;
const maxOperations = 20;

/** Compares the OpenAPI documents of two versions of an API, by their effect on callers. */
export function compareContracts(older: JsonObject, newer: JsonObject): ComparedContracts {
  const byEffect = Map.groupBy(diffContracts(older, newer), ({ compatibility }) => compatibility);
  const of = (compatibility: 'breaking' | 'risky' | 'compatible') =>
    (byEffect.get(compatibility) ?? []).map(({ message, operations }) => ({
      message,
      operations: operations.slice(0, maxOperations),
    }));
  return {
    breaking: of('breaking').slice(0, maxChanges),
    other: [...of('risky'), ...of('compatible')].slice(0, maxChanges),
    descriptions: byEffect.get('text')?.length ?? 0,
  };
}
