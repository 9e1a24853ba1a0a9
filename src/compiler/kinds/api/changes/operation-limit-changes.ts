import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import { sameJson } from '#compiled/json.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { describeSharedAllowance } from '#compiler/plan/wording/describe-quantity.ts';
import {
  matchCompiledOperations,
  nameOperation,
} from '#compiler/plan/declarations/match-compiled-operations.ts';
import type { FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { limitChange } from '#compiler/plan/declarations/limit-change.ts';

/** The changed limits of operations; an operation that is missing on one side has no limit there. */
export function operationLimitChanges(
  api: string,
  base: CompiledApi,
  head: CompiledApi,
  consumers: Consumers,
): readonly FoundChange[] {
  const { pairs, removed, added } = matchCompiledOperations(base, head);
  const all: readonly (readonly [CompiledOperation | undefined, CompiledOperation | undefined])[] = [
    ...pairs,
    ...removed.map((old) => [old, undefined] as const),
    ...added.map((now) => [undefined, now] as const),
  ];
  return all
    .filter(([old, now]) => !sameJson(old?.limit, now?.limit))
    .map(([old, now]) => {
      const limits = { before: old?.limit, after: now?.limit };
      const operation = nameOf(old, now);
      const effect = describeSharedAllowance(limits.before, limits.after, `${operation} of ${api}`);
      return limitChange({
        whose: 'operation',
        subject: { kind: 'Api', name: api },
        what: `${api} ${operation}`,
        path: ['operationLimits', operation],
        ...limits,
        affected: affect(consumers.callersOf(api, 'both'), effect),
      });
    });
}

/** The name that the declaration of the limit uses: the later name, unless the limit was removed. */
function nameOf(old: CompiledOperation | undefined, now: CompiledOperation | undefined): string {
  const named = now?.limit ? now : (old ?? now);
  return named ? nameOperation(named) : '';
}
