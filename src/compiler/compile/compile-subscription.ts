import type { ManifestSubscription } from '../../compiled/manifest.ts';
import type { SubscriptionDeclaration } from '../declaration/subscription.ts';
import type { Declared } from '../workspace/workspace.ts';

/** A subscription with its defaults filled in. */
export function compileSubscription({ value }: Declared<SubscriptionDeclaration>): ManifestSubscription {
  return {
    application: value.application,
    api: value.api,
    tier: value.tier,
    state: value.state ?? 'active',
    scopes: (value.scopes ?? []).toSorted(),
  };
}
