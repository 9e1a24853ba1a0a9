import type { ManifestApplication, ManifestKeySet, ManifestSubscription, ManifestUser } from '../manifest.ts';
import type { ManifestIdentityProvider } from '../settings/identity-providers.ts';
import type { GatewaySettings } from '../settings/gateway-settings.ts';

/**
 * A subscription that is blocked, or has lost scopes, if the newer one is or has. `isKnown` is whether the newer API has a
 * scope; one that is not asked for any more is not lost.
 */
export function restrictSubscription(
  subscription: ManifestSubscription,
  { state, scopes }: ManifestSubscription,
  isKnown: (scope: string) => boolean,
): ManifestSubscription {
  return {
    ...subscription,
    ...(state === 'blocked' && { state }),
    scopes: subscription.scopes.filter((scope) => scopes.includes(scope) || !isKnown(scope)),
  };
}

/** An application with the consumer keys, the secrets and the identity providers that the newer one has too. */
export function restrictApplication(
  application: ManifestApplication,
  newer: ManifestApplication,
): ManifestApplication {
  const identityProviders = inBoth(application.identityProviders, newer.identityProviders);
  return {
    ...application,
    keySets: application.keySets.flatMap((keySet) => restrictKeySet(keySet, newer.keySets)),
    ...(identityProviders && { identityProviders }),
    ...latestStart(application, newer),
  };
}

/** None if the application has not both its key and its kind any more. */
function restrictKeySet(
  { keySet, consumerKey, secretDigests }: ManifestKeySet,
  newer: readonly ManifestKeySet[],
): readonly ManifestKeySet[] {
  const same = newer.find((other) => other.consumerKey === consumerKey && other.keySet === keySet);
  if (!same) return [];
  const kept = secretDigests.filter((digest) => same.secretDigests.includes(digest));
  return [{ keySet, consumerKey, secretDigests: kept }];
}

/** Applications that name no other identity providers. */
export function keepProviders(
  applications: readonly ManifestApplication[],
  providers: readonly ManifestIdentityProvider[],
): readonly ManifestApplication[] {
  const names = new Set(['users', ...providers.map(({ name }) => name)]);
  const isKnown = (name: string) => names.has(name);
  const isKept = ({ identityProviders = [] }: ManifestApplication) => identityProviders.every(isKnown);
  if (applications.every(isKept)) return applications;
  return applications.map(({ identityProviders, ...application }) => ({
    ...application,
    ...(identityProviders && { identityProviders: identityProviders.filter(isKnown) }),
  }));
}

/** A user who is disabled if the newer one is. */
export function restrictUser(user: ManifestUser, newer: ManifestUser): ManifestUser {
  const { state } = newer;
  return { ...user, ...(state === 'disabled' && { state }), ...latestStart(user, newer) };
}

/** Settings with which tokens are refused that the newer ones refuse by their age. */
export function restrictSettings(settings: GatewaySettings, newer: GatewaySettings): GatewaySettings {
  const start = latestStart(settings.token, newer.token);
  if (start.tokensNotBefore === settings.token.tokensNotBefore) return settings;
  return { ...settings, token: { ...settings.token, ...start } };
}

interface StartOfTokens {
  readonly tokensNotBefore?: number;
}

function latestStart(one: StartOfTokens, other: StartOfTokens): StartOfTokens {
  const latest = Math.max(one.tokensNotBefore ?? 0, other.tokensNotBefore ?? 0);
  return latest === 0 ? {} : { tokensNotBefore: latest };
}

/** A list that is absent contains everything. */
function inBoth(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  return one && other ? one.filter((name) => other.includes(name)) : (one ?? other);
}
