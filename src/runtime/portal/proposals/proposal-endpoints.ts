import { html, type Html } from '#runtime/pages/html.ts';
import { renderSentence } from '#runtime/pages/render-sentence.ts';
import { texts } from '../texts/texts.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { answerProposalForm, showProposalForm, showProposalFormAgain } from './answer-form.ts';
import { downloadDocument } from './download-document.ts';
import { downloadPatch } from './show-result.ts';
import { renderDay } from '#runtime/pages/show-day.ts';
import {
  isProposalProblem,
  type Proposal,
  type LintedApi,
  type ProposalProblem,
} from '#runtime/ports/proposals.ts';
import type { MayBeStored } from '#runtime/ports/stored-definition.ts';
import { renderBadge } from '../pages/badge.ts';
import { renderDataRow, renderTableOfRows } from '../pages/render-data-table.ts';
import { renderWithin } from '../pages/render-within.ts';
import { pathOfForm } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import { requireUser } from '../visit/store-user.ts';
import { proposerOf, chosenOwnVersion, type FilledForm } from './proposal-form.ts';
import { renderProblem, statusOf } from './form-problem.ts';
import type { NewApi } from '#compiled/proposals/proposed-change.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import { apiForm, versionForm } from './forms/api-forms.ts';
import { documentFields, storeDocument } from './stored-document.ts';
import { renderDecline } from './review/render-decline.ts';
import { renderFindings } from './render-findings.ts';
import {
  approveProposal,
  confirmWithdrawal,
  showProposalAgain,
  withdrawProposal,
} from './review/end-proposal.ts';
import { confirmDecline, declineProposal, showDeclineAgain } from './review/decline-proposal.ts';
import { pathOfProposal } from './review/find-proposal.ts';
import { showProposal } from './review/show-proposal.ts';

const { draft, preview } = texts.proposals;

const { list } = texts.proposals;

const most = 100;

/** The maximum length of the rows, since a page has at most 100 kB. */
const maxMarkup = 75_000;

/** The maximum length of the reason of a decline in the list; its page has all of it. */
const longestReason = 200;

const names = list.columns;

const columns = [names.title, names.state, names.proposedAt, names.branch].map((title) => ({ title }));

const badges = { open: 'accent', merged: 'good', closed: 'neutral' } as const;

const { byHand } = texts.proposals;

/** The maximum size of a form; encoding may triple the size of the OpenAPI document in it. */
const maxFormBytes = 8 * 1024 * 1024;

const formPath = '/proposals/new/:form';

export const proposalEndpoints: readonly PortalEndpoint[] = [
  {
    method: 'GET',
    path: '/proposals',
    use: 'page',
    audience: 'signed-in',
    answer: whereProposed(showProposals),
  },
  {
    method: 'GET',
    path: formPath,
    use: 'page',
    audience: 'signed-in',
    answer: whereProposed(showProposalForm),
  },
  {
    method: 'POST',
    path: formPath,
    use: 'form',
    audience: 'signed-in',
    maxFormBytes,
    acceptsUploads: 'documents',
    answer: whereProposed(answerProposalForm),
    showAgain: whereProposed(showProposalFormAgain),
  },
  {
    method: 'GET',
    path: '/proposals/review',
    use: 'page',
    audience: 'signed-in',
    answer: whereProposed(showProposal),
  },
  {
    method: 'GET',
    path: '/proposals/document',
    use: 'page',
    audience: 'signed-in',
    answer: whereProposed(downloadDocument),
  },
  {
    method: 'GET',
    path: '/proposals/withdraw',
    use: 'page',
    audience: 'signed-in',
    answer: whereProposed(confirmWithdrawal),
  },
  {
    method: 'POST',
    path: '/proposals/withdraw',
    use: 'form',
    audience: 'signed-in',
    answer: whereProposed(withdrawProposal),
    showAgain: showProposalAgain,
  },
  {
    method: 'GET',
    path: '/proposals/decline',
    use: 'page',
    audience: 'signed-in',
    answer: whereProposed(confirmDecline),
  },
  {
    method: 'POST',
    path: '/proposals/decline',
    use: 'form',
    audience: 'signed-in',
    answer: whereProposed(declineProposal),
    showAgain: whereProposed(showDeclineAgain),
  },
  {
    method: 'POST',
    path: '/proposals/approve',
    use: 'form',
    audience: 'signed-in',
    answer: whereProposed(approveProposal),
    showAgain: showProposalAgain,
  },
  {
    method: 'POST',
    path: '/proposals/patch',
    use: 'form',
    audience: 'signed-in',
    answer: whereProposed(downloadPatch),
  },
  {
    method: 'POST',
    path: '/proposals/findings',
    use: 'script',
    audience: 'signed-in',
    maxFormBytes,
    acceptsUploads: 'documents',
    answer: whereProposed(answerFindings),
  },
];

type Answer = PortalEndpoint['answer'];

/** Wraps an answer; shows how to change declarations by hand if the store makes no proposals. */
function whereProposed(answer: Answer): Answer {
  return (visit) => (visit.portal.makesProposals ? answer(visit) : showByHand(visit));
}

/** Shows how to change a declaration without the forms of the store. */
function showByHand({ portal }: StoreVisit): StoreAnswer {
  const main = html`<div class="page-head">
      <h1>${byHand.title}</h1>
      <p class="lead">${byHand.lead}</p>
    </div>
    <ol>
      ${byHand.steps.map((step) => html`<li>${step}</li>`)}
    </ol>
    <p><a class="button quiet" href="${portal.addresses.path}">${texts.catalogue.showAll}</a></p>`;
  return { status: 404, page: { title: byHand.title, main, section: 'proposals' } };
}

/** Shows the proposals of the signed-in user, the newest first. */
async function showProposals(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal } = visit;
  const listed = await portal.services.proposals.list(proposerOf(requireUser(visit)));
  const hasProblem = isProposalProblem(listed);
  const main = html`<div class="page-head">
      <h1>${list.title}</h1>
      <p class="lead">${list.lead}</p>
      <p class="actions">
        <a class="button" href="${pathOfForm(portal.addresses, 'application')}">${list.newApplication}</a>
        <a class="button quiet" href="${pathOfForm(portal.addresses, 'api')}">${list.newApi}</a>
      </p>
    </div>
    ${hasProblem ? renderProblem(listed) : renderList(visit, listed)}`;
  const status = hasProblem ? statusOf(listed) : 200;
  return { status, page: { title: list.title, main, section: 'proposals' } };
}

function renderList({ portal }: StoreVisit, proposals: readonly Proposal[]): Html {
  if (!portal.store.proposals) return html`<p class="notice">${list.patches}</p>`;
  if (proposals.length === 0) return renderNone(portal);
  const { shown } = renderWithin(proposals.slice(0, most), maxMarkup, (one) =>
    renderDataRow(columns, listCells(portal, one)),
  );
  const left = proposals.length - shown.length;
  return html`${renderTableOfRows(list.title, columns, shown)}
  ${left > 0 ? html`<p class="quiet">${list.more(left)}</p>` : undefined}`;
}

function renderNone({ addresses }: Portal): Html {
  return html`<div class="empty">
    <h2>${list.empty}</h2>
    <p class="quiet">${list.emptyHelp}</p>
    <p><a class="button quiet" href="${addresses.path}">${list.findApi}</a></p>
  </div>`;
}

function listCells(
  { addresses }: Portal,
  { title, state, declined, proposedAt, branch, link, conflictsSince }: Proposal,
): readonly Html[] {
  const words = link?.kind === 'review' ? list.review : list.compare;
  return [
    html`<bdi>${title.slice(0, 200)}</bdi>
      ${declined && html`<br />${renderDecline(declined, longestReason)}`}
      ${branch === '' ? undefined : html`<br /><a href="${pathOfProposal(addresses, branch)}">${texts.review.details}</a>`}
      ${link && html`<br /><a href="${link.url}" rel="noreferrer">${words}</a>`}`,
    html`${renderBadge(list.states[declined ? 'declined' : state], badges[state])}
    ${conflictsSince === undefined ? undefined : renderBadge(list.conflicts, 'alert')}`,
    renderDay(proposedAt / 1000),
    html`<code><bdi>${branch.slice(0, 200)}</bdi></code>`,
  ];
}

/**
 * Sends the lint findings for the API in an unfinished form, as an HTML fragment. A document that cannot be parsed yet
 * gets the status 200, since browsers log error statuses.
 */
async function answerFindings(sent: StoreVisit): Promise<StoreAnswer> {
  const visit = await storeDocument(sent);
  if (isProposalProblem(visit)) return sendFindings(statusOf(visit), renderUnlinted(visit));
  const user = requireUser(visit);
  const api = readDraft({ visit, user, value: (field) => visit.form.get(field) ?? '', previewed: [] });
  if (!api) return showStoreProblem(visit.portal, 'page_unknown');
  const linted = await visit.portal.services.proposals.lintApi(api, proposerOf(user));
  if (!isProposalProblem(linted)) return sendFindings(200, renderLinted(linted, visit.form));
  return sendFindings(linted.problem === 'change_invalid' ? 200 : statusOf(linted), renderUnlinted(linted));
}

function sendFindings(status: number, body: Html): StoreAnswer {
  return { status, type: 'text/html; charset=utf-8', body: String(body) };
}

/**
 * The API that a form proposes; undefined if the user may not propose it. A form for a new version names the version
 * that it follows in `api`.
 */
function readDraft(filled: FilledForm): MayBeStored<NewApi> | undefined {
  const form = filled.visit.form.has('api') ? versionForm : apiForm;
  const { change } = form.change(filled);
  if (change.change === 'api_added') return change;
  const followed = chosenOwnVersion(filled);
  if (change.change !== 'api_version_added' || !followed) return undefined;
  const { name, context } = followed.entry;
  const { version, definition, endpoints } = change;
  const { owner } = followed.api;
  return { change: 'api_added', name, context, version, owner, definition, endpoints };
}

/**
 * The findings of a draft. The script announces `data-status`, fills empty fields from the other attributes, and then
 * sends `data-stored` in place of the file.
 */
function renderLinted({ proposed, findings }: LintedApi, form: StoreVisit['form']): Html {
  const { name = '', context = '', version = '', production = '' } = proposed;
  return html`<section
    id="findings"
    data-status="${draft.status(findings)}"
    data-stored="${form.get(documentFields.stored) ?? ''}"
    data-name="${name}"
    data-context="${context}"
    data-version="${version}"
    data-production="${production}"
  >
    <h2>${preview.findings}</h2>
    ${renderFindings(findings)}
  </section>`;
}

/** The reason why a document could not be checked, such as the location of a syntax error. */
function renderUnlinted({ problem, reason }: ProposalProblem): Html {
  return html`<section id="findings" data-status="${reason.replaceAll('`', '')}">
    <h2>${problem === 'change_invalid' ? preview.findings : draft.unlinted}</h2>
    <p class="problem"><bdi>${renderSentence(reason)}</bdi></p>
  </section>`;
}
