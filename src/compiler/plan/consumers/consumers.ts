import type { Compiled } from '../../../compiled/compiled.ts';
import type { Manifest, ManifestApplication, ManifestSubscription } from '../../../compiled/manifest.ts';
import { apiKey } from '../../workspace/workspace.ts';
import { isLive } from './is-live.ts';
import { lazily } from './lazily.ts';

/** An application's subscription to an API, on either side or both. */
interface Subscriber {
  /** As it is afterwards, if it still is. */
  readonly application: ManifestApplication;
  readonly before?: ManifestSubscription | undefined;
  readonly after?: ManifestSubscription | undefined;
}

/** An application that is there before and after. */
export interface StayingApplication {
  readonly before: ManifestApplication;
  readonly after: ManifestApplication;
}

/** Those who call APIs, in two route tables. */
export interface Consumers {
  readonly applications: () => readonly StayingApplication[];
  /** Who may call a version of an API: before, after, or before and after alike. */
  readonly callersOf: (api: string, when: When) => readonly ManifestApplication[];
  /** The subscriptions under a tier before and after, and good for calls in both. */
  readonly subscriptionsUnder: (tier: string) => readonly StayingSubscription[];
  /** The application of a name, as it is afterwards, if it still is. */
  readonly findApplication: (name: string) => ManifestApplication | undefined;
  /** Whether a subscription is good for calls, on a side. */
  readonly isGood: (side: Side, subscription: ManifestSubscription) => boolean;
}

type Side = 'before' | 'after';
type When = Side | 'both';

interface StayingSubscription {
  readonly application: ManifestApplication;
  readonly api: string;
}

/** Looks up those who call APIs; each index is made once, and only where it is asked for. */
export function indexConsumers(base: Compiled | undefined, head: Compiled): Consumers {
  const before = base?.manifest ?? { apis: [], applications: [], subscriptions: [] };
  const after = head.manifest;
  const applications = lazily(() => indexApplications(before, after));
  const live = {
    before: lazily(() => listLive(before)),
    after: lazily(() => listLive(after)),
  };
  const isGood: Consumers['isGood'] = (side, { api, state }) => state === 'active' && live[side]().has(api);
  const subscribers = lazily(() => pairSubscriptions(before, after, applications()));
  const byApi = lazily(() => Map.groupBy(subscribers(), ({ before, after }) => (after ?? before)?.api));
  const calls = (side: Side, subscription: ManifestSubscription | undefined) =>
    subscription !== undefined && isGood(side, subscription);
  const isCaller = (when: When, { before, after }: Subscriber) =>
    (when === 'after' || calls('before', before)) && (when === 'before' || calls('after', after));
  const byTier = lazily(() => groupByTier(subscribers().filter((one) => isCaller('both', one))));
  const staying = lazily(() => listStaying(before, after));
  return {
    applications: staying,
    callersOf: (api, when) =>
      (byApi().get(api) ?? []).filter((one) => isCaller(when, one)).map(({ application }) => application),
    subscriptionsUnder: (tier) => byTier().get(tier) ?? [],
    findApplication: (name) => applications().get(name),
    isGood,
  };
}

type Lists = Pick<Manifest, 'apis' | 'applications' | 'subscriptions'>;
type Applications = ReadonlyMap<string, ManifestApplication>;

function indexApplications(before: Lists, after: Lists): Applications {
  return new Map([...before.applications, ...after.applications].map((one) => [one.name, one]));
}

function listStaying(before: Lists, after: Lists): readonly StayingApplication[] {
  const known = new Map(before.applications.map((one) => [one.name, one]));
  return after.applications.flatMap((one) => {
    const earlier = known.get(one.name);
    return earlier ? [{ before: earlier, after: one }] : [];
  });
}

function listLive({ apis }: Lists): ReadonlySet<string> {
  return new Set(apis.filter(({ state }) => isLive(state)).map(apiKey));
}

/** Sorted by application, as both lists are. */
function pairSubscriptions(before: Lists, after: Lists, applications: Applications): readonly Subscriber[] {
  const pairs = new Map<string, Subscriber>();
  for (const subscription of before.subscriptions) {
    const application = applications.get(subscription.application);
    if (application) pairs.set(keyOf(subscription), { application, before: subscription });
  }
  for (const subscription of after.subscriptions) {
    const application = applications.get(subscription.application);
    const earlier = pairs.get(keyOf(subscription))?.before;
    if (application) pairs.set(keyOf(subscription), { application, before: earlier, after: subscription });
  }
  return [...pairs.values()];
}

function keyOf({ application, api }: ManifestSubscription): string {
  return `${application} ${api}`;
}

function groupByTier(
  subscribers: readonly Subscriber[],
): ReadonlyMap<string, readonly StayingSubscription[]> {
  const groups = new Map<string, StayingSubscription[]>();
  for (const { application, before, after } of subscribers) {
    if (!before || before.tier !== after?.tier) continue;
    const group = groups.get(after.tier) ?? [];
    group.push({ application, api: after.api });
    groups.set(after.tier, group);
  }
  return groups;
}
