import { sameJson } from '#compiled/json.ts';
import type { ProposalSubject } from '#compiled/proposals/proposed-change.ts';
import { subjectOfChange } from '#compiled/proposals/subject-of-change.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { isProposalProblem, type Proposal } from '#runtime/ports/proposals.ts';
import { texts } from '../../texts/texts.ts';
import { requireUser } from '../../visit/store-user.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';
import { listOwnOpen } from './own-open-proposals.ts';
import { proposerOf, type OpenedForm } from '../proposal-form.ts';
import { pathOfProposal } from '../review/find-proposal.ts';

const { preview, result } = texts.proposals;

/**
 * A warning if a change would replace an open proposal of the user, which is on the branch of the same subject. Undefined
 * if it would not, or if the open proposals cannot be listed now.
 */
export async function warnOfReplaced(visit: StoreVisit, subject: ProposalSubject): Promise<Html | undefined> {
  const listed = await visit.portal.services.proposals.list(proposerOf(requireUser(visit)));
  if (isProposalProblem(listed)) return undefined;
  const open = listed.filter(({ state }) => state === 'open');
  return renderReplaced(visit, open, subject);
}

/** The warning above a form, if what the form is about is chosen already, and if the proposals are known soon. */
export async function warnAboveForm(
  visit: StoreVisit,
  { form, filled, fields }: OpenedForm,
): Promise<Html | undefined> {
  if (fields.some(({ mustChoose, chosenAt }) => mustChoose === true || chosenAt !== undefined))
    return undefined;
  return renderReplaced(visit, await listOwnOpen(visit), subjectOfChange(form.change(filled).change));
}

function renderReplaced(
  { portal: { addresses } }: StoreVisit,
  open: readonly Proposal[],
  subject: ProposalSubject,
): Html | undefined {
  const replaced = open.find((one) => sameJson(one.subject, subject));
  return (
    replaced &&
    html`${preview.replaces[subject.aspect]}
      <a href="${pathOfProposal(addresses, replaced.branch)}">${result.proposal}</a>`
  );
}
