import type { ManifestSubscription } from '#compiled/manifest.ts';
import type { SubscriptionDeclaration } from './declaration.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { Compilation } from '#compiler/compile/compilation.ts';
import { passOn } from '#compiler/compile/pass-on.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { CheckedWorkspace } from '#compiler/workspace/workspace.ts';

/** The subscriptions that give access. */
export function compileSubscriptions({ workspace, results }: Compilation): readonly ManifestSubscription[] {
  return workspace.subscriptions
    .filter(isUsable(workspace))
    .map((one) => results.entry(one, compileSubscription));
}

/** Whether the application, the API and the tier of a subscription are declared; otherwise it gives no access. */
function isUsable({
  applications,
  apis,
  tiers,
}: CheckedWorkspace): (subscription: Declared<SubscriptionDeclaration>) => boolean {
  const applicationNames = new Set(applications.map(({ value }) => value.name));
  const apiKeys = new Set(apis.map(({ value }) => apiKey(value)));
  const tierNames = new Set(tiers.map(({ value }) => value.name));
  return ({ value: { application, api, tier } }) =>
    applicationNames.has(application) && apiKeys.has(api) && tierNames.has(tier);
}

/** A subscription with its defaults filled in. */
function compileSubscription({ value }: Declared<SubscriptionDeclaration>): ManifestSubscription {
  return { ...passOn('subscriptions', value), scopes: (value.scopes ?? []).toSorted() };
}
