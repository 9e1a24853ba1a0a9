import { isJsonObject } from './json.ts';
import type { Manifest } from './manifest.ts';

/** Whether a value has every name and key of a manifest by which its laws are checked (`invariants.ts`). */
export function isManifest(value: unknown): value is Manifest {
  if (!isJsonObject(value)) return false;
  const { apis, applications, subscriptions, tiers } = value;
  return (
    isListOf(apis, (api) => hasTexts(api, 'name', 'context', 'version', 'part')) &&
    isListOf(applications, isApplication) &&
    isListOf(subscriptions, (subscription) => hasTexts(subscription, 'application', 'api', 'tier')) &&
    isListOf(tiers, (tier) => hasTexts(tier, 'name'))
  );
}

function isApplication(value: unknown): boolean {
  return (
    hasTexts(value, 'name') &&
    isJsonObject(value) &&
    isListOf(value['keySets'], (keySet) => hasTexts(keySet, 'consumerKey'))
  );
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function hasTexts(value: unknown, ...names: readonly string[]): boolean {
  return isJsonObject(value) && names.every((name) => typeof value[name] === 'string');
}
