import { html, type Html } from '#runtime/pages/html.ts';
import { renderDay } from '#runtime/pages/show-day.ts';
import type { NoticeDelivery, SentMessage } from '#runtime/ports/notices/notices.ts';
import { renderBadge, type BadgeTone } from '../../pages/badge.ts';
import { renderDataRow, renderTableOfRows } from '../../pages/render-data-table.ts';
import { renderWithin } from '../../pages/render-within.ts';
import { formatCount } from '../../texts/quantities.ts';
import { texts } from '../../texts/texts.ts';
import type { StoreAnswer, StoreVisit } from '../../visit/store-visit.ts';
import { pathOfOwnedApi } from '../../visit/paths.ts';
import type { OwnedVersion } from '../owned-versions.ts';
import { renderHead } from './show-message-form.ts';

const { result: words, audiences } = texts.messages;

const tones: Readonly<Record<NoticeDelivery['state'], BadgeTone>> = {
  waiting: 'accent',
  delivered: 'good',
  failed: 'alert',
};

const columns = [
  { title: words.columns.application },
  { title: words.columns.channel },
  { title: words.columns.state },
  { title: words.columns.attempts, isNumber: true },
];

/** The maximum length of the table, since a page has at most 100 kB. */
const maxMarkup = 60_000;

/** Shows what happened to a message so far. */
export async function showMessage(visit: StoreVisit, version: OwnedVersion): Promise<StoreAnswer> {
  const { portal, parameters } = visit;
  const sent = await portal.services.notices.find({ id: parameters['message'] ?? '', api: version.key });
  const title = sent ? words.title : words.unknown;
  const main = html`${renderHead(visit, version, title, sent ? words.lead : words.unknownLead)}
    ${sent && renderSent(sent)}
    <p>
      <a class="button quiet" href="${pathOfOwnedApi(portal.addresses, version.entry)}">${words.back}</a>
    </p>`;
  return { status: sent ? 200 : 404, page: { title, main, section: 'publisher' } };
}

function renderSent({ subject, audience, sentAt, deliveries }: SentMessage): Html {
  const { shown } = renderWithin(deliveries, maxMarkup, (one) => renderDataRow(columns, cellsOf(one)));
  const left = deliveries.length - shown.length;
  return html`<section class="stack tight">
    <h2><bdi>${subject}</bdi></h2>
    <p class="quiet">${audiences[audience]}, ${renderDay(sentAt / 1000)}</p>
    ${renderTableOfRows(words.title, columns, shown)}
    ${left > 0 ? html`<p class="quiet">+ ${formatCount(left)}</p>` : undefined}
  </section>`;
}

function cellsOf({ application, channel, state, attempts, failure }: NoticeDelivery): readonly Html[] {
  return [
    html`<bdi>${application}</bdi>`,
    html`${words.channels[channel]}`,
    html`${renderBadge(words.states[state], tones[state])}
    ${failure === undefined ? undefined : html`<span class="quiet small">${words.failures[failure]}</span>`}`,
    html`${formatCount(attempts)}`,
  ];
}
