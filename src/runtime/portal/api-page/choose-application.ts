import type { CompiledApi } from '#compiled/compiled-api.ts';
import { isPublicClient } from '#compiled/is-public-client.ts';
import type { KeySetName, ManifestApplication, ManifestSubscription } from '#compiled/manifest.ts';
import { ownsApplication } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import type { FoundVersion } from './find-version.ts';

/** The reader's application that a page refers to. */
export interface ChosenApplication {
  readonly application: ManifestApplication;
  /** All applications that the reader owns. */
  readonly all: readonly ManifestApplication[];
  readonly keySet: KeySetName;
  /** Undefined if the application has no keys in that key set. */
  readonly consumerKey: string | undefined;
  readonly isPublic: boolean;
  /** The application's subscription to this API version, if any. */
  readonly subscription: ManifestSubscription | undefined;
}

/** The key sets that calls of a version can use; both if it has no endpoint yet. */
export function keySetsOf({ endpoints }: Pick<CompiledApi, 'endpoints'>): readonly KeySetName[] {
  const names: readonly KeySetName[] = ['production', 'sandbox'];
  const usable = names.filter((name) => endpoints[name]);
  return usable.length > 0 ? usable : names;
}

/**
 * The application and key set that the reader has chosen with `application` and `keys` in the URL. By default a
 * subscribed application, or else any, and its production keys if the API has a production endpoint. Undefined if the
 * reader is not signed in or owns no application.
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
