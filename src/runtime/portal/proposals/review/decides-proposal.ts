import { apiKey, nameOfKey } from '#compiled/api-key.ts';
import type { Proposal } from '#runtime/ports/proposals.ts';
import { catalogueOf } from '../../catalogue/catalogue.ts';
import { ownsApi, ownsApplication } from '../../visit/store-user.ts';
import type { StoreVisit } from '../../visit/store-visit.ts';

/**
 * Returns whether the reader owns all that a proposal of somebody else changes, and can therefore approve or decline it in
 * the store. This goes by what the gateway has written into its commit and by the served table; the page of the proposal
 * goes by what it contains, and by the newest base.
 */
export function openDecision({
  portal,
  user,
}: Pick<StoreVisit, 'portal' | 'user'>): (proposal: Proposal) => boolean {
  const versions = catalogueOf(portal)
    .apis()
    .flatMap((api) => api.versions);
  const byKey = new Map(versions.map((version) => [apiKey(version.entry), version]));
  const byName = Map.groupBy(versions, ({ entry }) => entry.name);
  const { applications } = portal.compiled.manifest;
  /** A new version of an API belongs to those who own all its versions; a new API has no owner yet. */
  const ownsVersion = (key: string): boolean => {
    const declared = byKey.get(key);
    if (declared) return ownsApi(user, declared.api);
    const ofName = byName.get(nameOfKey(key)) ?? [];
    return ofName.length > 0 && ofName.every(({ api }) => ownsApi(user, api));
  };
  const ownsNamed = (name: string): boolean =>
    applications.some((application) => application.name === name && ownsApplication(user, application));
  return ({ subject, apis, isWithinSubject }) => {
    if (portal.store.proposals?.merge !== true || isWithinSubject !== true || !subject) return false;
    const { aspect, application } = subject;
    if (aspect === 'application') return false;
    const isOfApi = aspect === 'subscription' || aspect === 'subscriptions' || application === undefined;
    if (isOfApi) return apis.length > 0 && apis.every(ownsVersion);
    return ownsNamed(application) && apis.every(ownsVersion);
  };
}
