import { html, type Html } from '#runtime/pages/html.ts';
import { renderDay } from '#runtime/pages/show-day.ts';
import { renderBadge } from '../pages/badge.ts';
import { renderDataRow, renderTableOfRows } from '../pages/render-data-table.ts';
import { cutText, renderWithin } from '../pages/render-within.ts';
import { describeEvent, titleOfEvent } from '../feeds/render-feed.ts';
import { formatCount } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';
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
  const main = html`<div class="page-head">
      <h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
    </div>
    ${isIncomplete ? html`<p class="notice">${words.incomplete}</p>` : undefined}
    ${notices.length === 0 ? renderNone() : renderNotices(visit, notices)}`;
  // What could not be read now is new at the next visit.
  const cookies = isIncomplete ? {} : { cookies: { notices: writeSeen(notices) } };
  return { status: 200, page: { title: words.title, main, section: 'notices' }, ...cookies };
}

function renderNone(): Html {
  return html`<div class="empty">
    <h2>${words.none}</h2>
    <p class="quiet">${words.noneHelp}</p>
  </div>`;
}

function renderNotices({ portal, cookies }: StoreVisit, notices: readonly Notice[]): Html {
  const { shown } = renderWithin(notices, maxMarkup, (notice) => {
    const isNew = isNewTo(cookies.notices, notice);
    return renderDataRow(
      columns,
      cellsOf(portal, notice, isNew ? renderBadge(words.isNew, 'accent') : undefined),
    );
  });
  const left = notices.length - shown.length;
  return html`${renderTableOfRows(words.title, columns, shown)}
  ${left > 0 ? html`<p class="quiet">+ ${formatCount(left)}</p>` : undefined}`;
}

/** The maximum length of a text that somebody else has written. */
const longest = 200;

function cellsOf({ addresses }: Portal, notice: Notice, badge: Html | undefined): readonly Html[] {
  if ('proposal' in notice) {
    const { title, state, link, subject, proposedAt } = notice.proposal;
    const text = html`<bdi>${cutText(title, longest)}</bdi>`;
    // Any other scheme could run a script in this page.
    const isLink = link !== undefined && /^https?:\/\//.test(link.url);
    const about = [subject?.application, subject?.api].filter((name) => name !== undefined).join(' → ');
    return [
      html`${badge} ${words.decided[state]}:
      ${isLink ? html`<a href="${link.url}" rel="noreferrer">${text}</a>` : text}`,
      html`<bdi>${cutText(about, longest)}</bdi>`,
      html`${words.proposedOn} ${renderDay(proposedAt / 1000)}`,
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
