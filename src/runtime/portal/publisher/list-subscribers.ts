import type { Subscriber } from '#compiled/report/api-report.ts';
import type { UsageSeries } from '#runtime/ports/usage.ts';
import type { Portal } from '../visit/portal.ts';
import { sumRecentUsage, type RecentUsage } from './recent-usage.ts';

/** A subscriber of an API version, and its calls lately. */
export interface RecentSubscriber extends Subscriber {
  /** Undefined if there were none, or if that is not known. */
  readonly usage: RecentUsage | undefined;
}

/** The subscribers of an API version, sorted by application; usage is undefined if it is not known now. */
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
