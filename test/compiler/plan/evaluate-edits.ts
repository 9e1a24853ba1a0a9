import type { PlanVerdict } from '#compiler/plan/approvals/apply-approvals.ts';
import { fingerprintChange } from '#compiler/plan/plan.ts';
import type { Change, ChangeDraft } from '#compiler/plan/change.ts';
import type { ExampleEdit } from '#compiler/rule/define-rule.ts';
import { evaluateComparison } from '#pipeline/compare.ts';
import { compareEdits } from './compare-files.ts';

/** A change with its fingerprint. */
export function changeOf(
  draft: Partial<ChangeDraft> & Pick<ChangeDraft, 'id' | 'subject'>,
  affected: Change['affected'] = [],
): Change {
  const whole: ChangeDraft = { action: 'change', path: '', message: 'Something changes.', at: {}, ...draft };
  return { ...whole, affected, fingerprint: fingerprintChange(whole) };
}

/** The state of the dog park changes. */
export function stateChange(before: string, after: string): Change {
  const location = { in: 'declaration', pointer: '/state' } as const;
  return changeOf({
    id: 'api-state-changed',
    subject: { kind: 'Api', name: 'DogPark/v1' },
    path: 'state',
    before,
    after,
    at: { base: location, head: location },
  });
}

/** Evaluates two states of the clean sources with given changes instead of their plan. */
export async function evaluateEdits(
  base: readonly ExampleEdit[],
  head: readonly ExampleEdit[],
  changes: readonly Change[] = [],
): Promise<PlanVerdict> {
  const comparison = await compareEdits(base, head);
  return evaluateComparison({ ...comparison, plan: { ...comparison.plan, changes } });
}

/** Writes the file of approvals, an entry for each rule and fingerprint. */
export function approving(...entries: readonly (readonly [rule: string, change: string])[]) {
  const content = entries
    .map(
      ([rule, change]) =>
        `- change: '${change}'\n  rule: ${rule}\n  reason: nobody ever called it\n  approvedBy: platform-team\n`,
    )
    .join('');
  return { file: 'gatewright-approvals.yaml', content } satisfies ExampleEdit;
}
