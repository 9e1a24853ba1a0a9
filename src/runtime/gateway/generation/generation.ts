import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { ConcurrentCalls, Release } from '#runtime/ports/concurrent-calls.ts';
import type { RateCounters } from '#runtime/ports/rate-counters.ts';
import type { SecretOf } from '#runtime/ports/secrets.ts';
import type { AssertCaller } from '#runtime/token/assert-caller.ts';
import type { KeyRing } from '#runtime/token/key-ring.ts';
import type { AuthorizationState } from '#runtime/token/authorization-state.ts';
import type { VerifyToken } from '#runtime/token/verify-token.ts';
import { indexApis, type ApiIndex } from './api-index.ts';
import { Lifetimes } from './lifetimes.ts';
import { planLimits, type LimitPlans } from './limit-plans.ts';
import { serveApis, type ServedApis, type ServedApisChange } from './serve-apis.ts';
import type { UpstreamPools } from '../upstream/upstream-pools.ts';
import { trustPeers, type TrustsPeer } from './trusted-peers.ts';
import type { ValidationReports } from '../validation/part-validation.ts';
import type { Manifest } from '#compiled/manifest.ts';
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
class ConcurrencyLimits {
  readonly #mostOfTier: ReadonlyMap<string, number | undefined>;
  readonly #calls: ConcurrentCalls;
  readonly #prepared = new WeakMap<ServedSubscription, (most: number) => Release | undefined>();

  constructor({ tiers }: Pick<Manifest, 'tiers'>, calls: ConcurrentCalls) {
    this.#mostOfTier = new Map(tiers.map(({ name, maxConcurrentCalls }) => [name, maxConcurrentCalls]));
    this.#calls = calls;
  }

  /**
   * Takes a slot for the call. Returns the function that frees it, `refused` if none is free, or undefined if the tier
   * has no limit.
   */
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

/**
 * Everything that is built from one route table to serve calls. A call uses the generation in which it began until its
 * end.
 */
export interface Generation {
  readonly settings: GatewaySettings;
  /** The path of gatewayUrl; empty at the root. */
  readonly basePath: string;
  /** The scheme of gatewayUrl, and its host with the port. */
  readonly scheme: string;
  readonly host: string;
  /** The digest of the route table. */
  readonly digest: Digest;
  /** The value of the header that names the route table; undefined if no response carries it. */
  readonly digestHeader: string | undefined;
  readonly trustsPeer: TrustsPeer;
  readonly clock: Clock;
  readonly apis: ApiIndex;
  readonly authorizationState: AuthorizationState;
  readonly verifyToken: VerifyToken;
  /** The keys that verify the signatures of tokens, by key id. */
  readonly signingKeys: KeyRing['keys'];
  readonly assertCaller: AssertCaller;
  /** Undefined if nothing is limited. */
  readonly limits: LimitPlans | undefined;
  /** Undefined if no tier limits concurrent calls. */
  readonly concurrency: ConcurrencyLimits | undefined;
  readonly usage: Usage;
  /** The served APIs, which the next generation reuses if they have not changed. */
  readonly served: ServedApis;
  readonly lifetimes: Lifetimes;
  /**
   * Call this when the generation starts to serve: endpoints that only earlier generations use may then be released.
   */
  readonly enter: () => void;
  /**
   * Call this instead of `enter` if the generation never serves: releases everything that only this generation uses.
   */
  readonly discard: () => void;
}

/** The services that a generation is built from, in addition to its route table. */
interface GenerationServices {
  readonly clock: Clock;
  readonly authorizationState: AuthorizationState;
  readonly verifyToken: VerifyToken;
  readonly signingKeys: KeyRing['keys'];
  readonly assertCaller: AssertCaller;
  readonly secretOf: SecretOf;
  readonly pools: Pick<UpstreamPools, 'openLease'>;
  readonly counters: RateCounters;
  readonly concurrentCalls: ConcurrentCalls;
  /** Receives the violations that the validation reports. */
  readonly reports: ValidationReports;
}

/**
 * Builds a generation, and reuses the parts of `previous` whose declarations have not changed. Throws if a trusted
 * proxy or a secret of an upstream is not valid.
 */
export function buildGeneration(
  compiled: Compiled,
  {
    clock,
    authorizationState,
    verifyToken,
    signingKeys,
    assertCaller,
    secretOf,
    pools,
    counters,
    concurrentCalls,
    reports,
  }: GenerationServices,
  previous?: Generation,
): Generation {
  const { gateway: settings } = compiled.manifest;
  const { pathname, protocol, host } = new URL(settings.gatewayUrl);
  const trustsPeer = trustPeers(settings.trustedProxies);
  const lifetimes = previous?.lifetimes ?? new Lifetimes();
  const number = lifetimes.begin();
  const { apis: served, change } = orEnd(lifetimes, number, () =>
    serveApis(compiled, { secretOf, pools, reports, generation: number, previous: previous?.served }),
  );
  return {
    settings,
    basePath: pathname.replace(/\/$/, ''),
    scheme: protocol.replace(':', ''),
    host,
    digest: compiled.digest,
    digestHeader: settings.digestHeader ? compiled.digest : undefined,
    trustsPeer,
    clock,
    apis: indexApis([...served.byName.values()], previous && { ...change, previous: previous.apis }),
    authorizationState,
    verifyToken,
    signingKeys,
    assertCaller,
    limits: planLimits(compiled.manifest, compiled.apis.values(), counters),
    concurrency: limitConcurrency(compiled.manifest, concurrentCalls),
    served,
    ...followLife(lifetimes, number, change),
  };
}

function orEnd<Value>(lifetimes: Lifetimes, number: number, build: () => Value): Value {
  try {
    return build();
  } catch (error) {
    lifetimes.end(number);
    throw error;
  }
}

/** The members of a generation that control its lifetime. */
function followLife(
  lifetimes: Lifetimes,
  number: number,
  change: ServedApisChange,
): Pick<Generation, 'lifetimes' | 'usage' | 'enter' | 'discard'> {
  // Cleared after use: a generation may serve for months, and would keep these lists in memory.
  let { opened, left } = change;
  const usage = countUsage(() => lifetimes.end(number));
  return {
    lifetimes,
    usage,
    enter: () => {
      for (const held of left) lifetimes.leave(held, number - 1);
      [opened, left] = [[], []];
    },
    discard: () => {
      for (const held of opened) lifetimes.leave(held, number);
      [opened, left] = [[], []];
      usage.retire();
    },
  };
}

/** Counts the requests that a generation still serves, so that it is released after the last one. */
interface Usage {
  begin(): void;
  end(): void;
  /** Call this when no new requests will begin. */
  retire(): void;
}

/** Calls `release` once: after `retire`, when no request is in progress. */
function countUsage(release: () => void): Usage {
  let requests = 0;
  let retired = false;
  let released = false;
  const releaseWhenUnused = () => {
    if (!retired || released || requests > 0) return;
    released = true;
    release();
  };
  return {
    begin: () => void (requests += 1),
    end: () => {
      requests -= 1;
      releaseWhenUnused();
    },
    retire: () => {
      retired = true;
      releaseWhenUnused();
    },
  };
}

/** Undefined if no tier of the table limits concurrent calls. */
function limitConcurrency(
  manifest: Pick<Manifest, 'tiers'>,
  calls: ConcurrentCalls,
): ConcurrencyLimits | undefined {
  const isLimited = manifest.tiers.some(({ maxConcurrentCalls }) => maxConcurrentCalls !== undefined);
  return isLimited ? new ConcurrencyLimits(manifest, calls) : undefined;
}
