import type { Manifest } from '#compiled/manifest.ts';
import type { ConcurrentCalls, Release } from '#runtime/ports/concurrent-calls.ts';
import type { Client } from '#runtime/token/clients.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import type { ServedSubscription } from './served-subscription.ts';

interface LimitedCall {
  readonly api: { readonly part: { readonly api: CompiledApi } };
  readonly client: Client;
  readonly subscription: ServedSubscription;
}

/** How many calls of each subscription may be in progress at a time. */
export class ConcurrencyLimits {
  readonly #mostOfTier: ReadonlyMap<string, number | undefined>;
  readonly #calls: ConcurrentCalls;
  readonly #prepared = new WeakMap<ServedSubscription, (most: number) => Release | undefined>();

  constructor({ tiers }: Pick<Manifest, 'tiers'>, calls: ConcurrentCalls) {
    this.#mostOfTier = new Map(tiers.map(({ name, maxConcurrentCalls }) => [name, maxConcurrentCalls]));
    this.#calls = calls;
  }

  /** Takes a place for the call: a function that gives it back, `refused`, or undefined if its tier has no limit. */
  take(call: LimitedCall): Release | 'refused' | undefined {
    const { subscription } = call;
    const most = this.#mostOfTier.get(subscription.tier);
    if (most === undefined) return undefined;
    const take = this.#prepared.get(subscription) ?? this.#prepare(call);
    return take(most) ?? 'refused';
  }

  #prepare({ api, client, subscription }: LimitedCall): (most: number) => Release | undefined {
    const take = this.#calls.prepare(`${client.application.name}/${apiKey(api.part.api)}`);
    this.#prepared.set(subscription, take);
    return take;
  }
}

/** Undefined if no tier of the table limits concurrent calls. */
export function limitConcurrency(
  manifest: Pick<Manifest, 'tiers'>,
  calls: ConcurrentCalls,
): ConcurrencyLimits | undefined {
  const isLimited = manifest.tiers.some(({ maxConcurrentCalls }) => maxConcurrentCalls !== undefined);
  return isLimited ? new ConcurrencyLimits(manifest, calls) : undefined;
}
