import { isJsonObject } from './json.ts';
import type { Manifest } from './manifest.ts';

/** Whether a value has every name and key of a manifest by which its laws are checked (`invariants.ts`). */
export function isManifest(value: unknown): value is Manifest {
  if (!isJsonObject(value)) return false;
  const { apis, applications, subscriptions, tiers, users, identityProviders } = value;
  return (
    isListOf(apis, (api) => hasTexts(api, 'name', 'context', 'version', 'part')) &&
    isListOf(applications, isApplication) &&
    isListOf(subscriptions, isSubscription) &&
    isListOf(tiers, (tier) => hasTexts(tier, 'name')) &&
    isListOf(users, (user) => hasTexts(user, 'name', 'passwordDigest', 'state')) &&
    isListOf(identityProviders, (provider) => hasTexts(provider, 'name', 'type'))
  );
}

function isApplication(value: unknown): boolean {
  if (!isJsonObject(value) || !hasTexts(value, 'name')) return false;
  const { keySets, identityProviders = [] } = value;
  return (
    isListOf(keySets, (keySet) => hasTexts(keySet, 'consumerKey')) && isListOf(identityProviders, isText)
  );
}

function isSubscription(value: unknown): boolean {
  return (
    isJsonObject(value) && hasTexts(value, 'application', 'api', 'tier') && isListOf(value['scopes'], isText)
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function hasTexts(value: unknown, ...names: readonly string[]): boolean {
  return isJsonObject(value) && names.every((name) => isText(value[name]));
}
