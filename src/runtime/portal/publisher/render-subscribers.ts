import { html, type Html } from '#runtime/pages/html.ts';
import { showDay } from '#runtime/pages/show-day.ts';
import { renderBadge } from '../pages/badge.ts';
import { texts } from '../texts/texts.ts';
import { describeCount, describeShare } from '../usage/describe-number.ts';
import type { RecentSubscriber } from './list-subscribers.ts';
import { renderDataTable } from '../pages/render-data-table.ts';

const { subscribers: words, unknown, unknownName, usageUnavailable } = texts.publisher;

/** The subscribers of an API version with their usage, if that is known. */
export function renderSubscribers(subscribers: readonly RecentSubscriber[], isUsageKnown: boolean): Html {
  return html`<section class="stack tight">
    <h2>${words.title}</h2>
    ${isUsageKnown ? undefined : html`<p class="notice">${usageUnavailable}</p>`}
    ${
      subscribers.length === 0
        ? html`<p class="quiet">${words.none}</p>`
        : renderDataTable(
            words.title,
            columns,
            subscribers.map((one) => renderRow(one, isUsageKnown)),
          )
    }
  </section>`;
}

const { application, owner, tier, state, calls, rejected, limitUsed, lastDay } = words.columns;

const columns = [
  { title: application },
  { title: owner },
  { title: tier },
  { title: state },
  { title: calls, isNumber: true },
  { title: rejected, isNumber: true },
  { title: limitUsed, isNumber: true },
  { title: lastDay },
];

function renderRow(subscriber: RecentSubscriber, isUsageKnown: boolean): readonly Html[] {
  return [
    html`<bdi>${subscriber.application}</bdi>`,
    html`<bdi>${subscriber.owner ?? unknownName}</bdi>`,
    html`<bdi>${subscriber.tier}</bdi>`,
    subscriber.state === 'active' ? renderBadge(words.active, 'good') : renderBadge(words.blocked, 'alert'),
    ...(isUsageKnown ? showUsage(subscriber) : [unknown, unknown, unknown, unknown]).map(
      (text) => html`${text}`,
    ),
  ];
}

function showUsage({ usage }: RecentSubscriber): readonly string[] {
  if (!usage) return ['0', '0', unknown, words.never];
  const refused = Object.values(usage.rejections).reduce((sum, count) => sum + count, 0);
  return [
    describeCount(usage.requests),
    describeCount(refused),
    usage.limitUsed === undefined ? unknown : describeShare(usage.limitUsed),
    showDay(usage.lastDay / 1000),
  ];
}
