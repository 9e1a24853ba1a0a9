import { sameJson } from '#compiled/json.ts';
import type { ProposalSubject } from '#compiled/proposals/proposed-change.ts';
import { isProposalProblem } from '#runtime/ports/proposals.ts';
import { texts } from '../texts/texts.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import { proposerOf } from './proposal-form.ts';

const { replaces } = texts.proposals.preview;

/**
 * A warning if a change would replace an open proposal of the user, which is on the branch of the same subject. Undefined
 * if it would not, or if the open proposals cannot be listed now.
 */
export async function warnOfReplaced(
  visit: StoreVisit,
  subject: ProposalSubject,
): Promise<string | undefined> {
  const listed = await visit.portal.services.proposals.list(proposerOf(requireUser(visit)));
  if (isProposalProblem(listed)) return undefined;
  const isReplaced = listed.some((one) => one.state === 'open' && sameJson(one.subject, subject));
  return isReplaced ? replaces[subject.aspect] : undefined;
}
