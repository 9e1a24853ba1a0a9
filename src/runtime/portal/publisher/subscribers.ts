import type { Subscriber } from '#compiled/api-report.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { showDay } from '#runtime/pages/show-day.ts';
import type { UsageSeries } from '#runtime/ports/usage.ts';
import { renderBadge } from '../pages/badge.ts';
import { renderDataTable } from '../pages/render-data-table.ts';
import { texts } from '../texts/texts.ts';
import { describeCount, describeShare } from '../usage/usage-counts.ts';
import type { Portal } from '../visit/portal.ts';
import { sumRecentUsage, type RecentUsage } from './recent-usage.ts';

const { subscribers: words, unknown, unknownName, usageUnavailable } = texts.publisher;

/** A subscriber of an API version, with its recent calls. */
export interface RecentSubscriber extends Subscriber {
  /** Undefined if there were no calls, or if they are unknown. */
  readonly usage: RecentUsage | undefined;
}

/** The subscribers of an API version, sorted by application. `usage` is undefined if it is unknown now. */
export function listSubscribers(
  { compiled: { manifest } }: Portal,
  key: string,
  usage: readonly UsageSeries[] | undefined,
): readonly RecentSubscriber[] {
  const owners = new Map(manifest.applications.map(({ name, owner }) => [name, owner]));
  const byApplication = Map.groupBy(usage ?? [], ({ application }) => application);
  return manifest.subscriptions
    .filter(({ api }) => api === key)
    .map(({ application, tier, state }) => {
      const owner = owners.get(application);
      return {
        application,
        ...(owner !== undefined && { owner }),
        tier,
        state,
        usage: sumRecentUsage(byApplication.get(application) ?? []),
      };
    });
}

/** The subscribers of an API version, with their usage if it is known. */
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

const columns = [
  { title: words.columns.application },
  { title: words.columns.owner },
  { title: words.columns.tier },
  { title: words.columns.state },
  { title: words.columns.calls, isNumber: true },
  { title: words.columns.rejected, isNumber: true },
  { title: words.columns.limitUsed, isNumber: true },
  { title: words.columns.lastDay },
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
