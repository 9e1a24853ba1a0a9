import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { ConcurrentCalls } from '#runtime/ports/concurrent-calls.ts';
import type { RateCounters } from '#runtime/ports/rate-counters.ts';
import type { SecretOf } from '#runtime/ports/secrets.ts';
import type { AssertCaller } from '#runtime/token/assert-caller.ts';
import type { KeyRing } from '#runtime/token/key-ring.ts';
import type { AuthorizationState } from '#runtime/token/authorization-state.ts';
import type { VerifyToken } from '#runtime/token/verify-token.ts';
import { indexApis, type ApiIndex } from './api-index.ts';
import { limitConcurrency, type ConcurrencyLimits } from './concurrency-limits.ts';
import { Lifetimes } from './lifetimes.ts';
import { planLimits, type LimitPlans } from './limit-plans.ts';
import { serveApis, type ServedApis, type ServedApisChange } from './serve-apis.ts';
import type { UpstreamPools } from '../upstream/upstream-pools.ts';
import { trustPeers, type TrustsPeer } from './trusted-peers.ts';
import type { ValidationReports } from '../validation/part-validation.ts';

/** Everything that calls need and that is built from one route table. A call keeps the one that it began on. */
export interface Generation {
  readonly settings: GatewaySettings;
  /** The path of gatewayUrl; empty at the root. */
  readonly basePath: string;
  /** The scheme, and the host with its port, of gatewayUrl. */
  readonly scheme: string;
  readonly host: string;
  /** Of the route table. */
  readonly digest: Digest;
  /** The value of the header that names the route table; undefined if no response carries it. */
  readonly digestHeader: string | undefined;
  readonly trustsPeer: TrustsPeer;
  readonly clock: Clock;
  readonly apis: ApiIndex;
  readonly authorizationState: AuthorizationState;
  readonly verifyToken: VerifyToken;
  /** The keys that verify signatures, by their id. */
  readonly signingKeys: KeyRing['keys'];
  readonly assertCaller: AssertCaller;
  /** Undefined if nothing is limited. */
  readonly limits: LimitPlans | undefined;
  /** Undefined if no tier limits concurrent calls. */
  readonly concurrency: ConcurrencyLimits | undefined;
  readonly usage: Usage;
  /** The state for the next generation. */
  readonly served: ServedApis;
  readonly lifetimes: Lifetimes;
  /** To be called when it replaces the one that it was built from, or to be the first one. */
  readonly enter: () => void;
  /** To be called instead: releases everything that only this generation uses. */
  readonly discard: () => void;
}

/** What a generation is built from, besides its route table. */
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
 * Builds a generation, and reuses parts of the serving one that are the same objects in its table. Throws if a trusted
 * proxy or an upstream's TLS material is not valid.
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

/** Everything that a generation uses from its beginning to its end. */
function followLife(
  lifetimes: Lifetimes,
  number: number,
  change: ServedApisChange,
): Pick<Generation, 'lifetimes' | 'usage' | 'enter' | 'discard'> {
  // Forgotten in time, since a generation may serve for months.
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

/** Counts the requests that a generation still serves, and lets it go after the last one. */
interface Usage {
  begin(): void;
  end(): void;
  /** No new requests begin. */
  retire(): void;
}

/** Calls `release` once: when the count is retired and no request is left. */
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
