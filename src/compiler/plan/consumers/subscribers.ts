import type { Manifest, ManifestApplication, ManifestSubscription } from '../../../compiled/manifest.ts';
import { subscriptionKey } from '../../../compiled/api-key.ts';

/** What of a route table tells who calls what. */
export type ConsumerLists = Pick<Manifest, 'apis' | 'applications' | 'subscriptions'>;

/** An application's subscription to an API, on either side or both. */
export interface Subscriber {
  /** As it is afterwards, if it still is. */
  readonly application: ManifestApplication;
  readonly api: string;
  readonly before?: ManifestSubscription | undefined;
  readonly after?: ManifestSubscription | undefined;
}

/** The subscriptions of both sides, those of one application to one API together. */
export function pairSubscriptions(
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
