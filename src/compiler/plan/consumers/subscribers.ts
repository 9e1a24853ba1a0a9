import type { Manifest, ManifestApplication, ManifestSubscription } from '../../../compiled/manifest.ts';

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
  const earlier = new Map(before.subscriptions.map((one) => [keyOf(one), one]));
  const later = new Map(after.subscriptions.map((one) => [keyOf(one), one]));
  return [...new Map([...earlier, ...later])].flatMap(([key, { application: name, api }]) => {
    const application = findApplication(name);
    return application ? [{ application, api, before: earlier.get(key), after: later.get(key) }] : [];
  });
}

function keyOf({ application, api }: ManifestSubscription): string {
  return `${application} ${api}`;
}
