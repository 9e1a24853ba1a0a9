import type { Taken } from '#runtime/ports/rate-counters.ts';
import type { Call, Outcome, WaitingPolicy } from '../call.ts';
import { clientAddress } from '../client-address.ts';
import { addressBlock } from '#runtime/requests/caller-address.ts';
import type { LimitPlan } from '../generation/served-subscription.ts';

/** Refuses a call that exceeds one of its limits (RFC 6585 section 4). A refused call counts against none of them. */
export const enforceLimits: WaitingPolicy = (call) => takeFrom(call, call.generation.limits?.planFor(call));

/**
 * Refuses a call to a public operation that exceeds one of its limits. The client is identified by its address only.
 */
export const enforceAddressLimit: WaitingPolicy = (call) =>
  takeFrom(call, call.generation.limits?.planForAddress(call, addressBlock(clientAddress(call))));

function takeFrom(call: Call, plan: LimitPlan | undefined): Outcome | Promise<Outcome> {
  if (!plan || call.request.isCounted) return undefined;
  const taken = plan.limits.take();
  return taken instanceof Promise
    ? taken.then((late) => reportLimits(call, plan, late))
    : reportLimits(call, plan, taken);
}

/** Adds the limits to every response to the call, and returns the rejection if it does not pass. */
function reportLimits(
  call: Call,
  { fields: { names, bursts, policy } }: LimitPlan,
  { outcome, index, remaining, seconds }: Taken,
): Outcome {
  call.addHeader('ratelimit-policy', policy);
  const name = names[index];
  if (name !== undefined) call.addHeader('ratelimit', rateLimitField(name, remaining, seconds));
  if (outcome === 'passed') {
    const burst = bursts[index];
    // The call itself does not count as used.
    if (burst !== undefined) call.limitUsed = (burst - 1 - remaining) / burst;
    return undefined;
  }
  if (outcome === 'refused') call.limitUsed = 1;
  const headers = { 'retry-after': String(seconds) };
  return { code: outcome === 'refused' ? 'rate_limited' : 'limits_unavailable', headers };
}

/** How many values are cached: calls far below a limit repeat the same value. */
const maxCached = 1024;

interface CachedField {
  readonly name: string;
  readonly remaining: number;
  readonly seconds: number;
  readonly value: string;
}

const cached = Array.from<CachedField | undefined>({ length: maxCached });

/** The value of the field RateLimit (draft-ietf-httpapi-ratelimit-headers-10). `name` includes its quotation marks. */
export function rateLimitField(name: string, remaining: number, seconds: number): string {
  const index = (remaining + 31 * seconds + name.length) & (maxCached - 1);
  const found = cached[index];
  if (found?.remaining === remaining && found.seconds === seconds && found.name === name) return found.value;
  const value = `${name};r=${remaining};t=${seconds}`;
  cached[index] = { name, remaining, seconds, value };
  return value;
}
