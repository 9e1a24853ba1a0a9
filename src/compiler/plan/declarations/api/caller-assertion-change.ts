import type { CompiledApi } from '../../../../compiled/compiled-api.ts';
import { declarationChange, type FoundChange } from '../declaration-change.ts';

/** Whether, and in which header, an upstream is told who calls. */
export function callerAssertionChange(
  api: string,
  { callerAssertion: before }: CompiledApi,
  { callerAssertion: after }: CompiledApi,
): FoundChange {
  const place = {
    subject: { kind: 'Api', name: api },
    before: before?.header,
    after: after?.header,
  } as const;
  if (before && after) {
    return declarationChange({
      ...place,
      id: 'caller-assertion-changed',
      message: `${api}: the upstream is told who calls in ${before.header} → ${after.header}`,
      path: ['callerAssertion', 'header'],
    });
  }
  return declarationChange({
    ...place,
    id: after ? 'caller-assertion-added' : 'caller-assertion-removed',
    message: after
      ? `${api}: the upstream is told who calls, in ${after.header}`
      : `${api}: the upstream is no longer told who calls`,
    path: ['callerAssertion'],
  });
}
