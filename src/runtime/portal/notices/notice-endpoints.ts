import { html, type Html } from '#runtime/pages/html.ts';
import { renderDay } from '#runtime/pages/show-day.ts';
import { renderBadge } from '../pages/badge.ts';
import { renderDataRow, renderTableOfRows } from '../pages/render-data-table.ts';
import { cutText, renderWithin } from '../pages/render-within.ts';
import { describeEvent, titleOfEvent } from '../feeds/render-feed.ts';
import { renderDecline } from '../proposals/review/render-decline.ts';
import { formatCount } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';
import { pathOfProposal } from '../proposals/review/find-proposal.ts';
import { pathOfApi } from '../visit/paths.ts';
import type { Portal } from '../visit/portal.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { listNotices, type Notice } from './list-notices.ts';
import { isNewTo, writeSeen } from './seen-notices.ts';

const { notices: words } = texts;

export const noticeEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: '/notices', use: 'page', audience: 'signed-in', answer: showNotices },
];

const columns = [
  { title: words.columns.what },
  { title: words.columns.about },
  { title: words.columns.date },
];

/** The maximum length of the rows, since a page has at most 100 kB. */
const maxMarkup = 60_000;

/** Shows what the reader has to know, and which of it this browser shows for the first time. */
async function showNotices(visit: StoreVisit): Promise<StoreAnswer> {
  const { notices, isIncomplete } = await listNotices(visit);
  const { rows, shown } = renderRows(visit, notices);
  const main = html`<div class="page-head">
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
    </div>
    ${isIncomplete ? html`<p class="notice">${words.incomplete}</p>` : undefined}
    ${notices.length === 0 ? renderNone() : renderNotices(rows, notices.length - rows.length)}`;
  // What could not be read now, or had no room, is new at the visit that shows it.
  const cookies = isIncomplete ? {} : { cookies: { notices: writeSeen(shown) } };
  return { status: 200, page: { title: words.title, main, section: 'notices' }, ...cookies };
}

function renderNone(): Html {
  return html`<div class="empty">
    <h2>${words.none}</h2>
    <p class="quiet">${words.noneHelp}</p>
  </div>`;
}

/** The rows of the notices that the page has room for, and these notices. */
function renderRows(
  { portal, cookies }: StoreVisit,
  notices: readonly Notice[],
): { readonly rows: readonly Html[]; readonly shown: readonly Notice[] } {
  const rendered = new Map<Html, Notice>();
  const { shown: rows } = renderWithin(notices, maxMarkup, (notice) => {
    const badge = isNewTo(cookies.notices, notice) ? renderBadge(words.isNew, 'accent') : undefined;
    const row = renderDataRow(columns, cellsOf(portal, notice, badge));
    rendered.set(row, notice);
    return row;
  });
  return { rows, shown: rows.flatMap((row) => rendered.get(row) ?? []) };
}

function renderNotices(rows: readonly Html[], left: number): Html {
  return html`${renderTableOfRows(words.title, columns, rows)}
  ${left > 0 ? html`<p class="quiet">+ ${formatCount(left)}</p>` : undefined}`;
}

/** The maximum length of a text that somebody else has written. */
const longest = 200;

function cellsOf({ addresses }: Portal, notice: Notice, badge: Html | undefined): readonly Html[] {
  if ('proposal' in notice) {
    const { title, state, declined, branch, subject, proposedAt } = notice.proposal;
    const text = html`<bdi>${cutText(title, longest)}</bdi>`;
    const about = [subject?.application, subject?.api].filter((name) => name !== undefined).join(' → ');
    return [
      html`${badge} ${words.became[declined ? 'declined' : state]}:
      ${branch === '' ? text : html`<a href="${pathOfProposal(addresses, branch)}">${text}</a>`}
      ${state === 'open' ? html`<span class="quiet small">${words.conflictHelp}</span>` : undefined}
      ${declined && html`<br />${renderDecline(declined, longest)}`}`,
      html`<bdi>${cutText(about, longest)}</bdi>`,
      state === 'open'
        ? renderDay(notice.at / 1000)
        : html`${words.proposedOn} ${renderDay(proposedAt / 1000)}`,
    ];
  }
  const { event, page, applications, at } = notice;
  const title = titleOfEvent(event);
  return [
    html`${badge}
      ${page ? html`<a href="${pathOfApi(addresses, page)}"><bdi>${title}</bdi></a>` : html`<bdi>${title}</bdi>`}
      <span class="quiet small">${describeEvent(title, event).slice(title.length + 1)}</span>`,
    html`<bdi>${cutText(applications.join(', '), longest)}</bdi>`,
    renderDay(at / 1000),
  ];
}
