import { html } from '#runtime/pages/html.ts';
import { isProposalProblem, type Proposal } from '#runtime/ports/proposals.ts';
import { texts } from '../../texts/texts.ts';
import { showStoreProblem } from '../../visit/problem-page.ts';
import { longestReturnPath } from '../../visit/paths.ts';
import { hasRecentLogin } from '../../visit/recent-login.ts';
import { requireUser } from '../../visit/store-user.ts';
import { signedInAgainField, type StoreAnswer, type StoreVisit } from '../../visit/store-visit.ts';
import { statusOf } from '../form-problem.ts';
import { proposerOf } from '../proposal-form.ts';
import { findProposal, hashIn, isAboutOwned, pathOfProposal } from './find-proposal.ts';
import { renderBreadcrumb } from './render-breadcrumb.ts';
import { cutTitle, showEnded, showFound, showWithoutProposal } from './show-proposal.ts';

const { approval, withdrawal, signInRequired } = texts.review;

/** Asks the author of an open proposal to confirm its withdrawal. */
export async function confirmWithdrawal(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, csrf } = visit;
  const found = await findProposal(visit, visit.query.get('branch') ?? '');
  if (!found) return showStoreProblem(portal, 'page_unknown');
  if (isProposalProblem(found)) return showWithoutProposal(found);
  const { proposal, isOwn } = found;
  const { branch, commit } = proposal;
  if (!isOwn || proposal.state !== 'open') return { location: pathOfProposal(portal.addresses, branch) };
  const main = html`${renderBreadcrumb(portal.addresses, found, 'below')}
    <div class="page-head">
      <h1>${withdrawal.title}</h1>
      <p class="lead"><bdi>${cutTitle(proposal)}</bdi></p>
    </div>
    <p>${withdrawal.lead}</p>
    <form method="post" action="${portal.addresses.path}/proposals/withdraw">
      <input type="hidden" name="csrf" value="${csrf}" />
      <input type="hidden" name="branch" value="${branch}" />
      <input type="hidden" name="commit" value="${commit}" />
      <div class="actions">
        <button type="submit">${withdrawal.submit}</button>
        <a class="button quiet" href="${pathOfProposal(portal.addresses, branch)}">${withdrawal.back}</a>
      </div>
    </form>`;
  return { status: 200, page: { title: withdrawal.title, main, section: 'proposals' } };
}

/** Withdraws the proposal in a form, and leads to its page, which says so and may be loaded again. */
export async function withdrawProposal(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, form } = visit;
  const found = await findProposal(visit, form.get('branch') ?? '');
  if (!found || ('isOwn' in found && !found.isOwn)) return showStoreProblem(portal, 'page_unknown');
  if (isProposalProblem(found)) return showWithoutProposal(found);
  const displayed = { branch: found.proposal.branch, commit: hashIn(visit, 'commit') };
  const answer = await portal.services.proposals.withdraw(displayed, proposerOf(requireUser(visit)));
  if (isProposalProblem(answer))
    return showFound(visit, found, { problem: answer, status: statusOf(answer) });
  return { location: pathOfProposal(portal.addresses, displayed.branch) };
}

/** Merges the proposal in a form if the user has just logged in, and leads to its page. */
export async function approveProposal(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, form } = visit;
  const user = requireUser(visit);
  const found = await findProposal(visit, form.get('branch') ?? '');
  if (!found) return showStoreProblem(portal, 'page_unknown');
  if (isProposalProblem(found)) return showWithoutProposal(found);
  if (!hasRecentLogin(portal, user)) return showFound(visit, found, { advice: signInRequired, status: 403 });
  const displayed = {
    branch: found.proposal.branch,
    commit: hashIn(visit, 'commit'),
    base: hashIn(visit, 'base'),
    plan: form.get('plan') ?? '',
  };
  const answer = await portal.services.proposals.approve(displayed, proposerOf(user));
  if (isProposalProblem(answer)) {
    const advice = answer.problem === 'push_refused' ? { advice: approval.protected } : {};
    return showFound(visit, found, { problem: answer, status: statusOf(answer), ...advice });
  }
  return leadToEnded(visit, answer.merged);
}

/**
 * Leads to the page of a proposal that the reader has ended. The page of an ended one about an application is its
 * author's, so that it is shown once in the answer.
 */
export function leadToEnded(visit: StoreVisit, ended: Proposal): StoreAnswer | Promise<StoreAnswer> {
  const { addresses } = visit.portal;
  return isAboutOwned(visit, ended)
    ? { location: pathOfProposal(addresses, ended.branch) }
    : showEnded(visit, ended);
}

/** Leads a user who has signed in again to the proposal of a form that changes nothing. */
export function showProposalAgain({ portal, form }: StoreVisit): StoreAnswer {
  const location = pathOfProposal(portal.addresses, form.get('branch') ?? '');
  if (!form.has(signedInAgainField) || location.length > longestReturnPath)
    return showStoreProblem(portal, 'form_not_of_session');
  return { location };
}
