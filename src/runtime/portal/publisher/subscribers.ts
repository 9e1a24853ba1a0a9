import type { Subscriber } from '#compiled/api-report.ts';
import { html, type Html, type HtmlPart } from '#runtime/pages/html.ts';
import { renderDay } from '#runtime/pages/show-day.ts';
import type { UsageSeries } from '#runtime/ports/usage.ts';
import { renderBadge } from '../pages/badge.ts';
import { renderDataTable } from '../pages/render-data-table.ts';
import { renderTier } from '../pages/render-tier.ts';
import { formatCount } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';
import { describeShare } from '../usage/usage-counts.ts';
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

/**
 * The names with recent calls that no subscriber has now, sorted: those of applications that were renamed, deleted or
 * unsubscribed. Empty if the usage is unknown.
 */
export function formerNames(
  subscribers: readonly Subscriber[],
  usage: readonly UsageSeries[] | undefined,
): readonly string[] {
  const present = new Set(subscribers.map(({ application }) => application));
  const called = (usage ?? []).filter(({ points }) => points.some(({ requests }) => requests > 0));
  const names = new Set(called.map(({ application }) => application));
  // Callers of public operations have no name.
  return [...names].filter((name) => name !== '' && !present.has(name)).toSorted();
}

/** The subscribers of an API version, with their usage if it is known, and a note on calls under former names. */
export function renderSubscribers(
  portal: Portal,
  subscribers: readonly RecentSubscriber[],
  usage: readonly UsageSeries[] | undefined,
): Html {
  const isUsageKnown = usage !== undefined;
  const former = formerNames(subscribers, usage);
  return html`<section class="stack tight">
    <h2>${words.title}</h2>
    ${isUsageKnown ? undefined : html`<p class="notice">${usageUnavailable}</p>`}
    ${
      subscribers.length === 0
        ? html`<p class="quiet">${words.none}</p>`
        : renderDataTable(
            words.title,
            columns,
            subscribers.map((one) => renderRow(portal, one, isUsageKnown)),
          )
    }
    ${former.length > 0 ? html`<p class="quiet"><bdi>${words.former(former)}</bdi></p>` : undefined}
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

function renderRow(
  { nameOwner, tiers }: Portal,
  subscriber: RecentSubscriber,
  isUsageKnown: boolean,
): readonly HtmlPart[] {
  const { application, owner, tier } = subscriber;
  return [
    html`<bdi>${application}</bdi>`,
    html`<bdi>${owner === undefined ? unknownName : nameOwner(owner)}</bdi>`,
    renderTier(tier, tiers.get(tier)),
    subscriber.state === 'active' ? renderBadge(words.active, 'good') : renderBadge(words.blocked, 'alert'),
    ...(isUsageKnown ? showUsage(subscriber) : [unknown, unknown, unknown, unknown]),
  ];
}

function showUsage({ usage }: RecentSubscriber): readonly HtmlPart[] {
  if (!usage) return ['0', '0', unknown, words.never];
  const refused = Object.values(usage.rejections).reduce((sum, count) => sum + count, 0);
  return [
    formatCount(usage.requests),
    formatCount(refused),
    usage.limitUsed === undefined ? unknown : describeShare(usage.limitUsed),
    renderDay(usage.lastDay / 1000),
  ];
}
