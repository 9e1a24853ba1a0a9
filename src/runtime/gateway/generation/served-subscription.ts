import type { ManifestSubscription } from '../../../compiled/manifest.ts';
import type { SubscriptionPlans } from './limit-plans.ts';

/** A subscription as generations serve it. */
export class ServedSubscription implements Pick<ManifestSubscription, 'tier' | 'state' | 'scopes'> {
  readonly tier: string;
  readonly state: ManifestSubscription['state'];
  readonly scopes: readonly string[];
  /** Of the generation that it was called in last. */
  plans: SubscriptionPlans | undefined = undefined;

  constructor({ tier, state, scopes }: ManifestSubscription) {
    this.tier = tier;
    this.state = state;
    this.scopes = scopes;
  }
}
