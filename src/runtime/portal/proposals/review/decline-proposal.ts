import { markHidden } from '#compiled/names/hidden-characters.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import {
  isProposalProblem,
  longestReason,
  type Proposal,
  type ProposalProblem,
} from '#runtime/ports/proposals.ts';
import { texts } from '../../texts/texts.ts';
import { showStoreProblem } from '../../visit/problem-page.ts';
import { hasRecentLogin, pathOfSignInAgain } from '../../visit/recent-login.ts';
import { requireUser } from '../../visit/store-user.ts';
import { signedInAgainField, type StoreAnswer, type StoreVisit } from '../../visit/store-visit.ts';
import {
  describeProblem,
  describeProblemOfSession,
  renderSummary,
  statusOf,
  type FormProblem,
} from '../form-problem.ts';
import { proposerOf, type FormField } from '../proposal-form.ts';
import { renderField } from '../render-field.ts';
import { cutText } from '../render-findings.ts';
import { problemOfFields } from '../show-form.ts';
import { findProposal, hashIn, pathOfDecline, pathOfProposal, type FoundProposal } from './find-proposal.ts';
import { leadToEnded } from './end-proposal.ts';
import { renderBreadcrumb } from './render-breadcrumb.ts';
import { cutTitle, showFound, showWithoutProposal } from './show-proposal.ts';

const { decline: words } = texts.review;

/** Asks an owner who can decline a proposal for the reason; leads everybody else to its page, which says why. */
export async function confirmDecline(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal } = visit;
  const branch = visit.query.get('branch') ?? '';
  const found = await findProposal(visit, branch);
  if (!found) return showStoreProblem(portal, 'page_unknown');
  if (isProposalProblem(found)) return showWithoutProposal(found);
  const read = await portal.services.proposals.read(branch, proposerOf(requireUser(visit)));
  if (isProposalProblem(read)) return showWithoutProposal(read);
  const { merge } = read;
  const canDecline = typeof merge === 'object' && merge.refused === undefined;
  if (!canDecline) return { location: pathOfProposal(portal.addresses, branch) };
  return showForm(visit, { ...read.proposal, found });
}

/** Declines the proposal in a form if the user has just logged in, and leads to its page. */
export async function declineProposal(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, form } = visit;
  const user = requireUser(visit);
  const found = await findProposal(visit, form.get('branch') ?? '');
  if (!found) return showStoreProblem(portal, 'page_unknown');
  if (isProposalProblem(found)) return showWithoutProposal(found);
  const { branch } = found.proposal;
  const commit = hashIn(visit, 'commit');
  const shown = { branch, commit, found };
  const wrong = problemOfFields([reasonField(visit)]);
  if (wrong) return showForm(visit, shown, { problem: wrong });
  if (!hasRecentLogin(portal, user)) return showForm(visit, shown, { problem: loginProblem });
  const displayed = { branch, commit, reason: readReason(visit) };
  const answer = await portal.services.proposals.decline(displayed, proposerOf(user));
  if (!isProposalProblem(answer)) return leadToEnded(visit, answer.declined);
  if (isPassing(answer)) return showForm(visit, shown, { problem: describeProblem(answer) });
  return showFound(visit, found, { problem: answer, status: statusOf(answer) });
}

/** How long the name of a branch may be, in UTF-16 code units. */
const longestBranch = 1000;

/** Shows the form of an earlier session as it was; it declines nothing, and asks the repository for nothing. */
export function showDeclineAgain(visit: StoreVisit): StoreAnswer {
  const { portal, form } = visit;
  const branch = form.get('branch') ?? '';
  if (branch.length > longestBranch) return showStoreProblem(portal, 'form_not_of_session');
  const shown = { branch, commit: hashIn(visit, 'commit') };
  if (form.has(signedInAgainField)) return showForm(visit, shown, { notice: words.restored });
  const problem = describeProblemOfSession();
  const [explanation = ''] = problem.reasons;
  return showForm(visit, shown, { problem: { ...problem, reasons: [explanation, words.restored] } });
}

/** Whether the same form may succeed later. */
function isPassing({ problem }: ProposalProblem): boolean {
  return ['busy', 'unavailable', 'remote_unreachable', 'push_refused', 'base_broken'].includes(problem);
}

const loginProblem: FormProblem = { status: 403, title: words.signInTitle, reasons: [], fields: [] };

/** The reason on one line: it is shown in lists. */
function readReason({ form }: StoreVisit): string {
  return (form.get('reason') ?? '').replaceAll(/\s+/g, ' ').trim();
}

function reasonField(visit: StoreVisit): FormField {
  const reason = readReason(visit);
  const problem = findProblem(reason);
  return {
    name: 'reason',
    label: words.reason,
    hint: words.reasonHint(longestReason),
    kind: 'prose',
    value: visit.form.get('reason') ?? '',
    isRequired: true,
    ...(problem !== undefined && { problem }),
  };
}

function findProblem(reason: string): string | undefined {
  if (reason === '') return words.missing;
  if (reason.length > longestReason) return texts.messages.tooLong(longestReason);
  return markHidden(reason) === reason ? undefined : texts.messages.hidden;
}

interface ShownForm extends Pick<Proposal, 'branch' | 'commit'> {
  /** Absent if the repository is not asked for it. */
  readonly found?: FoundProposal;
}

interface Outcome {
  readonly problem?: FormProblem;
  readonly notice?: string;
}

/** Shows the form with what was typed. Who has not logged in recently signs in first, in another tab. */
function showForm(
  visit: StoreVisit,
  { branch, commit, found }: ShownForm,
  { problem, notice }: Outcome = {},
): StoreAnswer {
  const { portal, csrf } = visit;
  const field = reasonField(visit);
  const isWrong = problem?.fields.some(({ field: name }) => name === field.name) === true;
  const { problem: _problem, ...plain } = field;
  const main = html`${found && renderBreadcrumb(portal.addresses, found, 'below')}
    <div class="page-head">
      <h1>${words.title}</h1>
      <p class="lead"><bdi>${found ? cutTitle(found.proposal) : cutText(branch)}</bdi></p>
    </div>
    ${problem && renderSummary(problem, [field])}
    ${notice && html`<p class="notice" role="status">${notice}</p>`} ${renderSignIn(visit)}
    <p>${words.lead}</p>
    <form class="form" method="post" action="${pathOfDecline(portal.addresses)}">
      <input type="hidden" name="csrf" value="${csrf}" />
      <input type="hidden" name="branch" value="${branch}" />
      <input type="hidden" name="commit" value="${commit}" />
      ${renderField(isWrong ? field : plain)}
      <div class="actions">
        <button type="submit">${words.submit}</button>
        <a class="button quiet" href="${pathOfProposal(portal.addresses, branch)}"
          >${texts.review.withdrawal.back}</a
        >
      </div>
    </form>`;
  const title = problem ? texts.proposals.form.titleOfRefused(words.title) : words.title;
  return { status: problem?.status ?? 200, page: { title, main, section: 'publisher' } };
}

/** A sign-in in another tab, so that what was typed here stays. */
function renderSignIn(visit: StoreVisit): Html | undefined {
  const { portal } = visit;
  if (hasRecentLogin(portal, requireUser(visit))) return undefined;
  const path = pathOfSignInAgain(portal.addresses, `${portal.addresses.path}/signed-in-again`);
  return html`<p class="notice">
    ${words.signInLead} <a href="${path}" target="_blank" rel="noopener">${words.signIn}</a>
  </p>`;
}
