import { isPublicClient } from '#compiled/is-public-client.ts';
import type { KeySetName, ManifestApplication, ManifestSubscription } from '#compiled/manifest.ts';
import { ownsApplication } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import type { FoundVersion } from './find-version.ts';

/** The application of the reader that a page is about. */
export interface ChosenApplication {
  readonly application: ManifestApplication;
  /** All that the reader owns. */
  readonly all: readonly ManifestApplication[];
  readonly keySet: KeySetName;
  /** Undefined if the application has no keys of that kind. */
  readonly consumerKey: string | undefined;
  readonly isPublic: boolean;
  /** Its subscription to this API version, if it has one. */
  readonly subscription: ManifestSubscription | undefined;
}

/**
 * The application that the reader has chosen in the address of the page: `application` and `keys`. By default one that
 * is subscribed, with its production keys. Undefined without an application, and if nobody is signed in.
 */
export function chooseApplication(
  { portal, user, query }: StoreVisit,
  { key, api }: FoundVersion,
): ChosenApplication | undefined {
  const { applications, subscriptions } = portal.compiled.manifest;
  if (!user) return undefined;
  const all = applications.filter((application) => ownsApplication(user, application));
  const ofApi = subscriptions.filter((subscription) => subscription.api === key);
  const subscriptionOf = ({ name }: ManifestApplication) =>
    ofApi.find(({ application }) => application === name);
  const application =
    all.find(({ name }) => name === query.get('application')) ?? all.find(subscriptionOf) ?? all[0];
  if (!application) return undefined;
  const wanted = query.get('keys');
  const usual = api.endpoints.production ? 'production' : 'sandbox';
  const keySet = wanted === 'production' || wanted === 'sandbox' ? wanted : usual;
  return {
    application,
    all,
    keySet,
    consumerKey: application.keySets.find((one) => one.keySet === keySet)?.consumerKey,
    isPublic: isPublicClient(application),
    subscription: subscriptionOf(application),
  };
}
