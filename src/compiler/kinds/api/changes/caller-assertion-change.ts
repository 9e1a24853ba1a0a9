import type { CompiledApi } from '#compiled/compiled-api.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';

/** The change of the header in which an upstream gets the caller assertion. */
export function callerAssertionChange(
  api: string,
  { callerAssertion: before }: CompiledApi,
  { callerAssertion: after }: CompiledApi,
  consumers: Consumers,
): FoundChange {
  const effect = after
    ? `is identified to the upstream of ${api} in ${after.header}`
    : `is no longer identified to the upstream of ${api}`;
  const place = {
    subject: { kind: 'Api', name: api },
    before: before?.header,
    after: after?.header,
    affected: affect(consumers.callersOf(api, 'both'), effect),
  } as const;
  if (before && after) {
    return declarationChange({
      ...place,
      id: 'caller-assertion-changed',
      message: `${api}: header of the caller assertion ${before.header} → ${after.header}`,
      path: ['callerAssertion', 'header'],
    });
  }
  return declarationChange({
    ...place,
    id: after ? 'caller-assertion-added' : 'caller-assertion-removed',
    message: after
      ? `${api}: the upstream gets the caller assertion in ${after.header}`
      : `${api}: the upstream no longer gets the caller assertion`,
    path: ['callerAssertion'],
  });
}
