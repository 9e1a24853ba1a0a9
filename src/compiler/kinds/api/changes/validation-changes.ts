import type { ValidationSettings } from '#compiled/compiled-api.ts';
import { affect } from '#compiler/plan/consumers/affect.ts';
import type { Consumers } from '#compiler/plan/consumers/consumers.ts';
import { declarationChange, type FoundChange } from '#compiler/plan/declarations/declaration-change.ts';
import { diffMembers, type MemberDiffs } from '#compiler/plan/declarations/diff-members.ts';

/** The changes of the validation of requests and responses. */
export function validationChanges(
  api: string,
  before: ValidationSettings,
  after: ValidationSettings,
  consumers: Consumers,
): readonly FoundChange[] {
  const members: MemberDiffs<ValidationSettings> = {
    requests: () => [validationChange(api, 'requests', before, after, consumers)],
    responses: () => [validationChange(api, 'responses', before, after, consumers)],
  };
  return diffMembers(before, after, members);
}

function validationChange(
  api: string,
  name: keyof ValidationSettings,
  { [name]: before }: ValidationSettings,
  { [name]: after }: ValidationSettings,
  consumers: Consumers,
): FoundChange {
  return declarationChange({
    id: 'validation-changed',
    subject: { kind: 'Api', name: api },
    message: `${api}: validation of ${name} ${before} → ${after}`,
    path: ['validation', name],
    before,
    after,
    affected: affect(consumers.callersOf(api, 'both'), describeEffect(api, name, after)),
  });
}

/** The effect of changed validation on the callers of an API. */
function describeEffect(
  api: string,
  name: keyof ValidationSettings,
  after: ValidationSettings[keyof ValidationSettings],
): string {
  if (after === 'enforce') return `is rejected when a request to ${api} violates its contract`;
  if (after === 'report') return `has its ${name} of ${api} validated, but not rejected`;
  return `no longer has its ${name} of ${api} validated`;
}
