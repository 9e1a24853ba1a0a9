import type { CompiledApi, CompiledOperation } from '#compiled/compiled-api.ts';
import type { Manifest, RateLimit } from '#compiled/manifest.ts';
import { secondsPerUnit, type CountedLimit, type RateCounters } from '#runtime/ports/rate-counters.ts';
import type { Client } from '#runtime/token/clients.ts';
import type { LimitFields, LimitPlan, ServedSubscription, SubscriptionPlans } from './served-subscription.ts';
import { apiKey } from '#compiled/api-key.ts';

/** The parts of a call that its limits depend on. */
interface PlannedCall {
  readonly api: { readonly part: { readonly api: CompiledApi } };
  readonly subscription: ServedSubscription;
  readonly client: Client;
  readonly operation: CompiledOperation;
}

type PublicCall = Pick<PlannedCall, 'api' | 'operation'>;

interface NamedLimit extends CountedLimit {
  readonly name: 'subscription' | 'application' | 'address' | 'api' | 'operation';
}

const quoted: Readonly<Record<NamedLimit['name'], string>> = {
  subscription: '"subscription"',
  application: '"application"',
  address: '"address"',
  api: '"api"',
  operation: '"operation"',
};

/** The most operation plans to cache, some 100 MB; beyond that, the cache is cleared. */
const maxPlans = 100_000;

/** The limits of a generation's calls: built at the first call that needs them, then cached. */
export class LimitPlans {
  readonly #deployment: string;
  readonly #tiers: ReadonlyMap<string, RateLimit | undefined>;
  readonly #counters: RateCounters;
  /**
   * Marks the plans of this generation. Unlike a reference to the generation, it does not keep a former one in memory.
   */
  readonly #mark: object = {};
  readonly #ofOperations = new Map<CompiledOperation, Map<ServedSubscription, LimitPlan>>();
  /** By the value of the field RateLimit-Policy. */
  readonly #fields = new Map<string, LimitFields>();
  /** How many operation plans are cached. */
  #planCount = 0;

  constructor({ deployment, tiers }: Pick<Manifest, 'deployment' | 'tiers'>, counters: RateCounters) {
    this.#deployment = deployment;
    this.#tiers = new Map(tiers.map(({ name, limit }) => [name, limit]));
    this.#counters = counters;
  }

  /** The limits of a call with a subscription; undefined if nothing limits the call. */
  planFor(call: PlannedCall): LimitPlan | undefined {
    const { operation, subscription } = call;
    const known = subscription.plans;
    const plans = known?.mark === this.#mark ? known : this.#planSubscription(call);
    if (!operation.limit) return plans.others;
    return plans.operation === operation ? plans.ofOperation : this.#planWithOperation(plans, call);
  }

  /**
   * The limits of a call to a public operation, by a client address or the block of addresses that one client can have;
   * undefined if nothing limits the call. Not cached, since anyone can call from many addresses.
   */
  planForAddress({ api: { part }, operation }: PublicCall, address: string): LimitPlan | undefined {
    const name = apiKey(part.api);
    const limits = [
      ...this.#toLimits('address', `address/${name}/${address}`, part.api.addressLimit),
      ...this.#toLimits('api', `api/${name}`, part.api.limit),
      ...this.#limitsOfOperation(part.api, operation),
    ];
    return limits.length > 0 ? this.#prepare(limits) : undefined;
  }

  #planSubscription(call: PlannedCall): SubscriptionPlans {
    const limits = this.#limitsOf(call);
    const others = limits.length > 0 ? this.#prepare(limits) : undefined;
    const plans = { mark: this.#mark, others, operation: undefined, ofOperation: undefined };
    call.subscription.plans = plans;
    return plans;
  }

  #planWithOperation(plans: SubscriptionPlans, call: PlannedCall): LimitPlan {
    const { operation, subscription } = call;
    const plan = this.#ofOperations.get(operation)?.get(subscription) ?? this.#planOperation(call);
    plans.operation = operation;
    plans.ofOperation = plan;
    return plan;
  }

  #planOperation(call: PlannedCall): LimitPlan {
    this.#makeRoom();
    const { operation, subscription, api } = call;
    const limits = [...this.#limitsOf(call), ...this.#limitsOfOperation(api.part.api, operation)];
    const plan = this.#prepare(limits);
    const plans = this.#ofOperations.get(operation) ?? new Map<ServedSubscription, LimitPlan>();
    this.#ofOperations.set(operation, plans.set(subscription, plan));
    return plan;
  }

  /** The limits that do not depend on the operation. */
  #limitsOf({ api, subscription, client }: PlannedCall): readonly NamedLimit[] {
    const { application } = client;
    const name = apiKey(api.part.api);
    const key = `subscription/${application.name}/${name}`;
    return [
      ...this.#toLimits('subscription', key, this.#tiers.get(subscription.tier)),
      ...this.#toLimits('application', `application/${application.name}`, application.limit),
      ...this.#toLimits('api', `api/${name}`, api.part.api.limit),
    ];
  }

  #limitsOfOperation(api: CompiledApi, { method, path, limit }: CompiledOperation): readonly NamedLimit[] {
    return this.#toLimits('operation', `operation/${apiKey(api)}/${method} ${path}`, limit);
  }

  /** The deployment is part of each key: deployments may share a Redis, but must not share counters. */
  #toLimits(name: NamedLimit['name'], key: string, limit: RateLimit | undefined): readonly NamedLimit[] {
    return limit ? [{ name, key: `${this.#deployment}/${key}`, limit }] : [];
  }

  #prepare(limits: readonly NamedLimit[]): LimitPlan {
    return { limits: this.#counters.prepare(limits), fields: this.#describe(limits) };
  }

  /** The header fields that report the limits; limits with the same policy share one object. */
  #describe(limits: readonly NamedLimit[]): LimitFields {
    const policy = limits.map(describePolicy).join(', ');
    const known = this.#fields.get(policy);
    if (known) return known;
    const names = limits.map(({ name }) => quoted[name]);
    const fields = { names, bursts: limits.map(({ limit }) => limit.burst), policy };
    this.#fields.set(policy, fields);
    return fields;
  }

  #makeRoom(): void {
    this.#planCount += 1;
    if (this.#planCount <= maxPlans) return;
    this.#ofOperations.clear();
    this.#fields.clear();
    this.#planCount = 1;
  }
}

/** The limits of a generation's calls; undefined if its table limits nothing. */
export function planLimits(
  manifest: Manifest,
  parts: Iterable<CompiledApi>,
  counters: RateCounters,
): LimitPlans | undefined {
  const isLimited = [manifest.tiers, manifest.applications].some((declared) =>
    declared.some(({ limit }) => limit !== undefined),
  );
  return isLimited || hasLimit(parts) ? new LimitPlans(manifest, counters) : undefined;
}

function hasLimit(parts: Iterable<CompiledApi>): boolean {
  for (const { limit, addressLimit, operations } of parts) {
    if (limit || addressLimit || operations.some((operation) => operation.limit)) return true;
  }
  return false;
}

/**
 * An item of RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10). The draft has no parameter for a burst, so the
 * gateway uses one with its own name.
 */
function describePolicy({ name, limit: { requests, unit, burst } }: NamedLimit): string {
  const ownBurst = burst === requests ? '' : `;gatewright-burst=${burst}`;
  return `"${name}";q=${requests};w=${secondsPerUnit[unit]}${ownBurst}`;
}
