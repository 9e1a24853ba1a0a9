import { html, type Html } from '#runtime/pages/html.ts';
import { showDay } from '#runtime/pages/show-day.ts';
import { isProposalProblem, type Proposal } from '#runtime/ports/proposals.ts';
import { renderDataTable } from '../pages/render-data-table.ts';
import { texts } from '../texts/texts.ts';
import { pathOfForm } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import { requireUser } from '../visit/store-user.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { proposerOf } from './proposal-form.ts';
import { renderProblem, statusOf } from './show-form.ts';

const { list } = texts.proposals;

const most = 100;

/** The proposals of the signed-in user, the newest first. */
export async function showProposals(visit: StoreVisit): Promise<StoreAnswer> {
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
  return renderDataTable(list.title, columns, proposals.slice(0, most).map(listCells));
}

function renderNone({ addresses }: Portal): Html {
  return html`<div class="empty">
    <h2>${list.empty}</h2>
    <p class="quiet">${list.emptyHelp}</p>
    <p><a class="button quiet" href="${addresses.path}">${list.findApi}</a></p>
  </div>`;
}

const names = list.columns;
const columns = [names.title, names.state, names.proposedAt, names.branch].map((title) => ({ title }));

const badges = { open: 'accent', merged: 'good', closed: '' } as const;

function listCells({ title, state, proposedAt, branch, link }: Proposal): readonly Html[] {
  const at = new Date(proposedAt).toISOString();
  const words = link?.kind === 'review' ? list.review : list.compare;
  return [
    html`<bdi>${title.slice(0, 200)}</bdi>
      ${link && html`<br /><a href="${link.url}" rel="noreferrer">${words}</a>`}`,
    html`<span class="badge ${badges[state]}">${list.states[state]}</span>`,
    html`<time datetime="${at}">${showDay(proposedAt / 1000)}</time>`,
    html`<code><bdi>${branch.slice(0, 200)}</bdi></code>`,
  ];
}
