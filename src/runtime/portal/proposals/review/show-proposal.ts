import { html, type Html } from '#runtime/pages/html.ts';
import { renderDay } from '#runtime/pages/show-day.ts';
import {
  isProposalProblem,
  type PreviewedMerge,
  type Proposal,
  type ProposalProblem,
  type ReviewedProposal,
} from '#runtime/ports/proposals.ts';
import { apiKey } from '#compiled/api-key.ts';
import { catalogueOf } from '../../catalogue/catalogue.ts';
import { texts } from '../../texts/texts.ts';
import { showStoreProblem } from '../../visit/problem-page.ts';
import { hasRecentLogin, pathOfSignInAgain } from '../../visit/recent-login.ts';
import { longestReturnPath, pathOfOwnedApi } from '../../visit/paths.ts';
import { ownsApi, requireUser } from '../../visit/store-user.ts';
import type { StoreAnswer, StoreVisit } from '../../visit/store-visit.ts';
import { describeProblem, renderProblem, renderSummary, statusOf } from '../form-problem.ts';
import { proposerOf } from '../proposal-form.ts';
import { cutText } from '../render-findings.ts';
import { renderDecline } from './render-decline.ts';
import { describeApprovers } from './describe-approvers.ts';
import { renderDiff, renderEffect } from '../render-effect.ts';
import {
  findProposal,
  isJustAccepted,
  pathOfDecline,
  pathOfProposal,
  type FoundProposal,
} from './find-proposal.ts';
import { renderNext } from './render-next.ts';
import { renderBreadcrumb } from './render-breadcrumb.ts';

const { review: words } = texts;
const { list, result } = texts.proposals;

const badges = { open: 'accent', merged: 'good', closed: '' } as const;

/** What a page says about the last form that was sent from it. */
interface Outcome {
  /** Why the form was refused. */
  readonly problem?: ProposalProblem;
  /** What to do about it. */
  readonly advice?: string;
  /** The status; 200 if absent. */
  readonly status?: number;
}

/** Shows the proposal in the address. */
export async function showProposal(visit: StoreVisit): Promise<StoreAnswer> {
  const found = await findProposal(visit, visit.query.get('branch') ?? '');
  if (!found) return showStoreProblem(visit.portal, 'page_unknown');
  if (isProposalProblem(found)) return showWithoutProposal(found);
  return showFound(visit, found);
}

/** Shows a proposal as it is now, with the outcome of a form. */
export async function showFound(
  visit: StoreVisit,
  { proposal, isOwn }: FoundProposal,
  outcome: Outcome = {},
): Promise<StoreAnswer> {
  const person = proposerOf(requireUser(visit));
  const read = await visit.portal.services.proposals.read(proposal.branch, person);
  if (!isProposalProblem(read)) return showReviewed(visit, { ...read, isOwn }, outcome);
  if (read.problem === 'proposal_unknown') return showWithoutProposal(outcome.problem ?? read);
  return showReviewed(visit, { proposal, isOwn, unread: read }, { status: statusOf(read), ...outcome });
}

/** Shows a proposal that the reader has just ended, as it is now. */
export function showEnded(visit: StoreVisit, proposal: Proposal): Promise<StoreAnswer> {
  return showReviewed(visit, { proposal, isOwn: false });
}

/** Shows why there is no page of a proposal. */
export function showWithoutProposal(problem: ProposalProblem): StoreAnswer {
  const { title } = describeProblem(problem);
  const main = html`<div class="page-head"><h1>${list.title}</h1></div>
    ${renderProblem(problem)}`;
  return { status: statusOf(problem), page: { title, main, section: 'proposals' } };
}

interface ShownProposal extends ReviewedProposal, Pick<FoundProposal, 'isOwn'> {
  /** Why the merge is not known now. */
  readonly unread?: ProposalProblem;
}

/** Shows a proposal that was read. */
async function showReviewed(
  visit: StoreVisit,
  shown: ShownProposal,
  outcome: Outcome = {},
): Promise<StoreAnswer> {
  const { proposal, isOwn, mergeCommit, unread } = shown;
  const { problem, advice, status = 200 } = outcome;
  const title = cutTitle(proposal);
  const lead = unread ? words.leadOfUnread : words.lead;
  const main = html`${renderBreadcrumb(visit.portal.addresses, shown)}
    <div class="page-head">
      <h1><bdi>${title}</bdi></h1>
      ${proposal.state === 'open' ? html`<p class="lead">${lead}</p>` : undefined}
    </div>
    ${isOwn && isJustAccepted(visit, proposal) ? renderAccepted(visit, proposal) : undefined}
    ${problem && problem.reason !== unread?.reason ? renderSummary(describeProblem(problem), []) : undefined}
    ${advice === undefined ? undefined : html`<p class="notice">${advice}</p>`} ${renderEnd(proposal)}
    ${shown.isOwn || proposal.state === 'open' ? undefined : await renderNext(visit, proposal)}
    ${renderFacts(proposal, mergeCommit)} ${renderLinks(visit, shown)} ${renderMerge(visit, shown)}`;
  const shownTitle = status === 200 ? title : texts.proposals.form.titleOfRefused(title);
  return { status, page: { title: shownTitle, main, section: 'proposals' } };
}

/** What happens to a proposal that was just made, and the way back to the API version that its author has changed. */
function renderAccepted({ portal, user }: StoreVisit, { subject }: Proposal): Html {
  const version = catalogueOf(portal)
    .apis()
    .flatMap(({ versions }) => versions)
    .find((one) => apiKey(one.entry) === subject?.api && ownsApi(user, one.api));
  const isOfApplication = subject?.application !== undefined;
  return html`<p class="success" role="status">${result.branch}</p>
    ${
      version && !isOfApplication
        ? html`<p>
            <a href="${pathOfOwnedApi(portal.addresses, version.entry)}"
              >${result.version(apiKey(version.entry))}</a
            >
          </p>`
        : undefined
    }`;
}

/** How a proposal has ended; undefined while it is open. */
function renderEnd({ state, link, declined }: Proposal): Html | undefined {
  if (state === 'open') return undefined;
  const { merged, closed, withdrawn } = words.ended;
  if (declined) return html`<p class="notice" role="status">${renderDecline(declined)}</p>`;
  if (state === 'merged') return html`<p class="success" role="status">${merged}</p>`;
  return html`<p class="notice" role="status">${link?.kind === 'review' ? closed : withdrawn}</p>`;
}

/** The title of a proposal, cut to what a heading holds. */
export function cutTitle({ title }: Proposal): string {
  return title.slice(0, 200);
}

function renderFacts(
  { state, declined, person, subject, proposedAt, branch, commit }: Proposal,
  mergeCommit: string | undefined,
): Html {
  const { facts } = words;
  const about = [subject?.application, subject?.api].filter((name) => name !== undefined).join(' → ');
  return html`<dl class="facts">
    <dt>${facts.state}</dt>
    <dd><span class="badge ${badges[state]}">${list.states[declined ? 'declined' : state]}</span></dd>
    <dt>${facts.author}</dt>
    <dd><bdi>${cutText(person.name)}</bdi></dd>
    <dt>${facts.subject}</dt>
    <dd><bdi>${cutText(about === '' ? texts.publisher.unknownName : about)}</bdi></dd>
    <dt>${facts.proposedAt}</dt>
    <dd>${renderDay(proposedAt / 1000)}</dd>
    <dt>${facts.branch}</dt>
    <dd>
      <code><bdi>${cutText(branch)}</bdi></code>
    </dd>
    <dt>${facts.commit}</dt>
    <dd><code>${commit}</code></dd>
    ${
      mergeCommit === undefined
        ? undefined
        : html`<dt>${facts.merge}</dt>
            <dd><code>${mergeCommit}</code></dd>`
    }
  </dl>`;
}

/** Links to the review at the host, only for `http` and `https`, and to the withdrawal. */
function renderLinks(
  { portal: { addresses } }: StoreVisit,
  { proposal, isOwn }: ShownProposal,
): Html | undefined {
  const { link, branch, state } = proposal;
  const url = link && /^https?:\/\//.test(link.url) ? link.url : undefined;
  const canWithdraw = isOwn && state === 'open';
  if (url === undefined && !canWithdraw) return undefined;
  return html`<p class="actions">
    ${
      url === undefined
        ? undefined
        : html`<a class="button quiet" href="${url}" rel="noreferrer"
            >${link?.kind === 'review' ? texts.proposals.result.review : list.compare}</a
          >`
    }
    ${
      canWithdraw
        ? html`<a
            class="button quiet"
            href="${addresses.path}/proposals/withdraw?${new URLSearchParams({ branch }).toString()}"
            >${words.withdrawal.link}</a
          >`
        : undefined
    }
  </p>`;
}

function renderMerge(visit: StoreVisit, { proposal, merge, unread }: ShownProposal): Html | undefined {
  if (unread) return renderProblem(unread);
  if (merge === undefined) return undefined;
  if (typeof merge === 'string')
    return html`<p class="notice">${words.hidden[merge]}</p>
      ${merge === 'not_own' ? html`<p>${describeApprovers(visit.portal, 'nobody')}</p>` : undefined}`;
  return html`${renderEffect(merge)} ${renderDiff(merge)}
    <section class="stack tight">
      <h2>${words.approval.title}</h2>
      ${renderApproval(visit, proposal, merge)}
    </section>`;
}

function renderApproval(visit: StoreVisit, proposal: Proposal, merge: PreviewedMerge): Html {
  const { portal, csrf } = visit;
  const { approval } = words;
  const { refused, obstacle, base, plan, approvers } = merge;
  if (refused === 'not_declared') return html`<p>${describeApprovers(portal, approvers)}</p>`;
  if (refused)
    return html`<p>${approval.refused[refused]}</p>
      <p><bdi>${describeApprovers(portal, approvers)}</bdi></p>`;
  const decline = html`<p>
    <a class="button quiet" href="${pathOfDecline(portal.addresses, proposal.branch)}"
      >${words.decline.link}</a
    >
  </p>`;
  if (obstacle)
    return html`<p class="problem">${approval.blocked[obstacle]}</p>
      ${decline}`;
  const path = pathOfProposal(portal.addresses, proposal.branch);
  if (!hasRecentLogin(portal, requireUser(visit))) {
    // A sign-in could not lead back to this page.
    if (path.length > longestReturnPath)
      return html`<p>${approval.longName}</p>
        <p><bdi>${describeApprovers(portal, approvers)}</bdi></p>
        ${decline}`;
    return html`<p>${approval.signInLead}</p>
      <p>
        <a class="button" href="${pathOfSignInAgain(portal.addresses, path)}">${approval.signIn}</a>
      </p>
      ${decline}`;
  }
  const fields = { csrf, branch: proposal.branch, commit: proposal.commit, base, plan: plan?.digest ?? '' };
  return html`<p>${approval.lead}</p>
    <form method="post" action="${portal.addresses.path}/proposals/approve">
      ${Object.entries(fields).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      <div class="actions"><button type="submit">${approval.submit}</button></div>
    </form>
    ${decline}`;
}
