import type { CompiledOperation } from '#compiled/compiled-api.ts';
import type { ManifestSubscription } from '#compiled/manifest.ts';
import type { LimitSet } from '#runtime/ports/rate-counters.ts';

/** The rate limit headers of responses. */
export interface LimitFields {
  /** How the field RateLimit names each of them. */
  readonly names: readonly string[];
  /** How many calls each of them allows at once. */
  readonly bursts: readonly number[];
  /** The value of the field RateLimit-Policy. */
  readonly policy: string;
}

/** The limits that some calls fall under. */
export interface LimitPlan {
  readonly limits: LimitSet;
  readonly fields: LimitFields;
}

/** The limits of one subscription's calls, kept with it so that no call has to look them up. */
export interface SubscriptionPlans {
  /** Of this generation: others make their own plans. */
  readonly mark: object;
  /** For operations without their own limit; absent if nothing limits them. */
  readonly others: LimitPlan | undefined;
  /** The operation with its own limit that was called last. */
  operation: CompiledOperation | undefined;
  ofOperation: LimitPlan | undefined;
}

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
