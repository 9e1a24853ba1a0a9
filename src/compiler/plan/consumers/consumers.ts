import type { Compiled } from '../../../compiled/compiled.ts';
import type { ManifestApplication, ManifestSubscription, Manifest } from '../../../compiled/manifest.ts';
import { isLive } from '../../workspace/api-versions.ts';
import { apiKey, subscriptionKey } from '../../../compiled/api-key.ts';

type Side = 'before' | 'after';

/** Those who call APIs, in two route tables. */
export interface Consumers {
  /** The applications that are there before and after. */
  readonly applications: () => readonly StayingApplication[];
  /** The application of a name, as it is afterwards, if it still is. */
  readonly findApplication: (name: string) => ManifestApplication | undefined;
  /** Who may call a version of an API: before, after, or before and after alike. */
  readonly callersOf: (api: string, when: Side | 'both') => readonly ManifestApplication[];
  /** The subscriptions under a tier before and after, and good for calls in both. */
  readonly subscribersUnder: (tier: string) => readonly Subscriber[];
  /** Whether a subscription is good for calls: it is active, and its API is live. */
  readonly isGood: (side: Side, subscription: ManifestSubscription | undefined) => boolean;
}

interface StayingApplication {
  readonly before: ManifestApplication;
  readonly after: ManifestApplication;
}

/** Looks up those who call APIs; each index is made once, and only where it is asked for. */
export function indexConsumers(base: Compiled | undefined, { manifest: head }: Compiled): Consumers {
  const lists = { before: base?.manifest ?? nobody, after: head };
  const known = lazily(() => namesIn(lists.before, lists.after));
  const live = { before: lazily(() => listLive(lists.before)), after: lazily(() => listLive(lists.after)) };
  const isGood: Consumers['isGood'] = (side, one) => one?.state === 'active' && live[side]().has(one.api);
  const isGoodIn = (one: Subscriber, ...sides: readonly Side[]) =>
    sides.every((side) => isGood(side, one[side]));
  const findApplication: Consumers['findApplication'] = (name) => known().get(name);
  const subscribers = lazily(() => pairSubscriptions(lists.before, lists.after, findApplication));
  const byApi = lazily(() => Map.groupBy(subscribers(), ({ api }) => api));
  const staying = lazily(() => subscribers().filter((one) => isGoodIn(one, 'before', 'after')));
  const byTier = lazily(() => Map.groupBy(staying().filter(hasKeptTier), ({ after }) => after?.tier));
  return {
    applications: lazily(() => pairApplications(lists.before, lists.after)),
    findApplication,
    callersOf: (api, when) => {
      const sides = when === 'both' ? (['before', 'after'] as const) : [when];
      const callers = (byApi().get(api) ?? []).filter((one) => isGoodIn(one, ...sides));
      return callers.map(({ application }) => application);
    },
    subscribersUnder: (tier) => byTier().get(tier) ?? [],
    isGood,
  };
}

const nobody: ConsumerLists = { apis: [], applications: [], subscriptions: [] };

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

function hasKeptTier({ before, after }: Subscriber): boolean {
  return before?.tier === after?.tier;
}

/** Makes a value where it is first asked for, and keeps it. */
function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** What of a route table tells who calls what. */
type ConsumerLists = Pick<Manifest, 'apis' | 'applications' | 'subscriptions'>;

/** An application's subscription to an API, on either side or both. */
interface Subscriber {
  /** As it is afterwards, if it still is. */
  readonly application: ManifestApplication;
  readonly api: string;
  readonly before?: ManifestSubscription | undefined;
  readonly after?: ManifestSubscription | undefined;
}

/** The subscriptions of both sides, those of one application to one API together. */
function pairSubscriptions(
  before: ConsumerLists,
  after: ConsumerLists,
  findApplication: (name: string) => ManifestApplication | undefined,
): readonly Subscriber[] {
  const gone = new Map(before.subscriptions.map((one) => [subscriptionKey(one), one]));
  const pairs = after.subscriptions.map((one) => {
    const earlier = gone.get(subscriptionKey(one));
    gone.delete(subscriptionKey(one));
    return [earlier, one] as const;
  });
  const goners = [...gone.values()].map((one) => [one, undefined] as const);
  return [...pairs, ...goners].flatMap((pair) => toSubscriber(pair, findApplication));
}

function toSubscriber(
  [before, after]: readonly [ManifestSubscription | undefined, ManifestSubscription | undefined],
  findApplication: (name: string) => ManifestApplication | undefined,
): readonly Subscriber[] {
  const named = after ?? before;
  const application = named && findApplication(named.application);
  return named && application ? [{ application, api: named.api, before, after }] : [];
}
