import { html, type Html } from '#runtime/pages/html.ts';
import { renderDay } from '#runtime/pages/show-day.ts';
import type { Proposal } from '#runtime/ports/proposals.ts';
import { renderDataRow, renderTableOfRows } from '../pages/render-data-table.ts';
import { renderWithin } from '../pages/render-within.ts';
import { pathOfProposal } from '../proposals/review/find-proposal.ts';
import type { WaitingProposals } from '../proposals/review/waiting-proposals.ts';
import { texts } from '../texts/texts.ts';
import type { PortalAddresses } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';

const { proposals: words, unknownName } = texts.publisher;

/** The maximum number of rows, and the maximum length of their markup, since a page has at most 100 kB. */
const mostRows = 50;
const maxMarkup = 25_000;

/**
 * Lists the proposals that the reader can decide, and then the others. A note takes their place if there are none, or if
 * they are unavailable. Undefined if the store makes no proposals.
 */
export function renderWaitingProposals(
  portal: Portal,
  waiting: WaitingProposals | undefined,
  none: string,
): Html | undefined {
  if (!portal.makesProposals) return undefined;
  return html`<section class="stack tight">
    <h2>${words.title}</h2>
    ${waiting === undefined ? html`<p class="notice">${words.unavailable}</p>` : renderBoth(portal, waiting, none)}
  </section>`;
}

function renderBoth(
  { addresses, store }: Portal,
  { toDecide, others }: WaitingProposals,
  none: string,
): Html {
  if (toDecide.length + others.length === 0) return html`<p class="quiet">${none} ${words.noneHelp}</p>`;
  const { base = '', merge = false } = store.proposals ?? {};
  const atHost = texts.review.approval.atHost(base);
  const { shown: ofReader } = renderWithin(toDecide.slice(0, mostRows), maxMarkup, (one) =>
    renderRow(addresses, one),
  );
  const room = maxMarkup - ofReader.join('').length;
  const { shown: ofOthers } = renderWithin(others.slice(0, mostRows), room, (one) =>
    renderRow(addresses, one),
  );
  const left = toDecide.length + others.length - ofReader.length - ofOthers.length;
  return html`${toDecide.length === 0 ? undefined : renderGroup(words.toDecide, words.toDecideLead, ofReader)}
  ${others.length === 0 ? undefined : renderGroup(words.others, merge ? `${words.othersLead} ${atHost}` : atHost, ofOthers)}
  ${left > 0 ? html`<p class="quiet">${words.more(left)}</p>` : undefined}`;
}

function renderGroup(title: string, lead: string, rows: readonly Html[]): Html {
  return html`<h3>${title}</h3>
    <p class="quiet">${lead}</p>
    ${renderTableOfRows(title, columns, rows)}`;
}

const columns = Object.values(words.columns).map((title) => ({ title }));

function renderRow(addresses: PortalAddresses, one: Proposal): Html {
  return renderDataRow(columns, [
    html`${renderTitle(one)}<br /><a href="${pathOfProposal(addresses, one.branch)}"
        >${texts.review.details}</a
      >`,
    html`<bdi>${one.person.name}</bdi>`,
    html`<bdi>${nameSubject(one)}</bdi>`,
    renderDay(one.proposedAt / 1000),
  ]);
}

/** The title of a proposal, as a link only for `http` and `https`: any other scheme could run a script in this page. */
function renderTitle({ title, link }: Proposal): Html {
  const url = link && /^https?:\/\//.test(link.url) ? link.url : undefined;
  return url === undefined ? html`<bdi>${title}</bdi>` : html`<a href="${url}"><bdi>${title}</bdi></a>`;
}

function nameSubject({ subject }: Proposal): string {
  return [subject?.application, subject?.api].filter((name) => name !== undefined).join(' → ') || unknownName;
}
