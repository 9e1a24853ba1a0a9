import type { Compiled } from '#compiled/compiled.ts';
import type { ManifestApplication, ManifestSubscription, Manifest } from '#compiled/manifest.ts';
import { isLive } from '#compiler/workspace/api-versions.ts';
import { apiKey, subscriptionKey } from '#compiled/api-key.ts';

type Side = 'before' | 'after';

/** The applications that call APIs, in two route tables. */
export interface Consumers {
  /** The applications that are in both tables. */
  readonly applications: () => readonly StayingApplication[];
  /** The application with a name, from the later table if it contains the name. */
  readonly findApplication: (name: string) => ManifestApplication | undefined;
  /** The applications that can call a version of an API: before, after, or both. */
  readonly callersOf: (api: string, when: Side | 'both') => readonly ManifestApplication[];
  /** The subscriptions that have the tier in both tables and allow calls in both. */
  readonly subscribersUnder: (tier: string) => readonly Subscriber[];
  /** Whether a subscription allows calls: it is active, and its API is live. */
  readonly allowsCalls: (side: Side, subscription: ManifestSubscription | undefined) => boolean;
}

interface StayingApplication {
  readonly before: ManifestApplication;
  readonly after: ManifestApplication;
}

/** Indexes the applications that call APIs; each index is made when it is first used. */
export function indexConsumers(base: Compiled | undefined, { manifest: head }: Compiled): Consumers {
  const lists = { before: base?.manifest ?? noConsumers, after: head };
  const known = lazily(() => namesIn(lists.before, lists.after));
  const live = { before: lazily(() => listLive(lists.before)), after: lazily(() => listLive(lists.after)) };
  const allowsCalls: Consumers['allowsCalls'] = (side, one) =>
    one?.state === 'active' && live[side]().has(one.api);
  const isActiveIn = (one: Subscriber, ...sides: readonly Side[]) =>
    sides.every((side) => allowsCalls(side, one[side]));
  const findApplication: Consumers['findApplication'] = (name) => known().get(name);
  const subscribers = lazily(() => pairSubscriptions(lists.before, lists.after, findApplication));
  const byApi = lazily(() => Map.groupBy(subscribers(), ({ api }) => api));
  const staying = lazily(() => subscribers().filter((one) => isActiveIn(one, 'before', 'after')));
  const byTier = lazily(() => Map.groupBy(staying().filter(hasSameTier), ({ after }) => after?.tier));
  return {
    applications: lazily(() => pairApplications(lists.before, lists.after)),
    findApplication,
    callersOf: (api, when) => {
      const sides = when === 'both' ? (['before', 'after'] as const) : [when];
      const callers = (byApi().get(api) ?? []).filter((one) => isActiveIn(one, ...sides));
      return callers.map(({ application }) => application);
    },
    subscribersUnder: (tier) => byTier().get(tier) ?? [],
    allowsCalls,
  };
}

const noConsumers: ConsumerLists = { apis: [], applications: [], subscriptions: [] };

function namesIn(before: ConsumerLists, after: ConsumerLists): ReadonlyMap<string, ManifestApplication> {
  return new Map([...before.applications, ...after.applications].map((one) => [one.name, one]));
}

function pairApplications(before: ConsumerLists, after: ConsumerLists): readonly StayingApplication[] {
  const known = new Map(before.applications.map((one) => [one.name, one]));
  return after.applications.flatMap((one) => {
    const earlier = known.get(one.name);
    return earlier ? [{ before: earlier, after: one }] : [];
  });
}

function listLive({ apis }: ConsumerLists): ReadonlySet<string> {
  return new Set(apis.filter(isLive).map(apiKey));
}

function hasSameTier({ before, after }: Subscriber): boolean {
  return before?.tier === after?.tier;
}

/** Computes a value on first use and caches it. */
function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The lists of a route table that define who calls what. */
type ConsumerLists = Pick<Manifest, 'apis' | 'applications' | 'subscriptions'>;

/** An application's subscription to an API, on either side or both. */
interface Subscriber {
  /** As in the later table, if that table contains the application. */
  readonly application: ManifestApplication;
  readonly api: string;
  readonly before?: ManifestSubscription | undefined;
  readonly after?: ManifestSubscription | undefined;
}

/** Pairs the subscriptions of both sides by application and API. */
function pairSubscriptions(
  before: ConsumerLists,
  after: ConsumerLists,
  findApplication: (name: string) => ManifestApplication | undefined,
): readonly Subscriber[] {
  const remaining = new Map(before.subscriptions.map((one) => [subscriptionKey(one), one]));
  const pairs = after.subscriptions.map((one) => {
    const earlier = remaining.get(subscriptionKey(one));
    remaining.delete(subscriptionKey(one));
    return [earlier, one] as const;
  });
  const removed = [...remaining.values()].map((one) => [one, undefined] as const);
  return [...pairs, ...removed].flatMap((pair) => toSubscriber(pair, findApplication));
}

function toSubscriber(
  [before, after]: readonly [ManifestSubscription | undefined, ManifestSubscription | undefined],
  findApplication: (name: string) => ManifestApplication | undefined,
): readonly Subscriber[] {
  const named = after ?? before;
  const application = named && findApplication(named.application);
  return named && application ? [{ application, api: named.api, before, after }] : [];
}
