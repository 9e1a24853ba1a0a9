import type { CompiledApi, CompiledOperation } from '../../../../compiled/compiled-api.ts';
import { sameJson } from '../../../../compiled/same-json.ts';
import { affect } from '../../../plan/consumers/affect.ts';
import type { Consumers } from '../../../plan/consumers/consumers.ts';
import { describeSharedAllowance } from '../../../plan/wording/describe-quantity.ts';
import type { FoundChange } from '../../../plan/declarations/declaration-change.ts';
import { limitChange } from '../../../plan/declarations/limit-change.ts';

/** The changed limits of operations; an operation that is missing on one side has no limit there. */
export function operationLimitChanges(
  api: string,
  base: CompiledApi,
  head: CompiledApi,
  consumers: Consumers,
): readonly FoundChange[] {
  const [before, after] = [limitsOf(base), limitsOf(head)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((operation) => !sameJson(before.get(operation), after.get(operation)))
    .map((operation) => {
      const limits = { before: before.get(operation), after: after.get(operation) };
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

function limitsOf({ operations }: CompiledApi): ReadonlyMap<string, NonNullable<CompiledOperation['limit']>> {
  return new Map(
    operations.flatMap(({ method, path, limit }) => (limit ? [[`${method} ${path}`, limit] as const] : [])),
  );
}
