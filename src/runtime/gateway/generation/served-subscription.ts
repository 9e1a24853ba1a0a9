import type { CompiledOperation } from '#compiled/compiled-api.ts';
import type { ManifestSubscription } from '#compiled/manifest.ts';
import type { LimitSet } from '#runtime/ports/rate-counters.ts';

/** The rate limit headers of responses. */
export interface LimitFields {
  /** The name of each limit in the field RateLimit, with its quotation marks. */
  readonly names: readonly string[];
  /** The burst of each limit: how many calls it allows at once. */
  readonly bursts: readonly number[];
  /** The value of the field RateLimit-Policy. */
  readonly policy: string;
}

/** The limits that apply to a call, and the headers that report them. */
export interface LimitPlan {
  readonly limits: LimitSet;
  readonly fields: LimitFields;
}

/** The limits of one subscription's calls, stored with the subscription so that no call has to look them up. */
export interface SubscriptionPlans {
  /** Identifies the generation that built the plans; other generations build their own. */
  readonly mark: object;
  /** For operations without their own limit; undefined if nothing limits them. */
  readonly others: LimitPlan | undefined;
  /** The last called operation that has its own limit, and the plan for it. */
  operation: CompiledOperation | undefined;
  ofOperation: LimitPlan | undefined;
}

/** A subscription, with the limits of its calls. */
export class ServedSubscription implements Pick<ManifestSubscription, 'tier' | 'state' | 'scopes'> {
  readonly tier: string;
  readonly state: ManifestSubscription['state'];
  readonly scopes: readonly string[];
  /** The plans of the generation that last served a call of the subscription. */
  plans: SubscriptionPlans | undefined = undefined;

  constructor({ tier, state, scopes }: ManifestSubscription) {
    this.tier = tier;
    this.state = state;
    this.scopes = scopes;
  }
}
