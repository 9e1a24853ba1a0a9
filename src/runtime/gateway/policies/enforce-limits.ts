import type { Taken } from '../../ports/rate-counters.ts';
import type { Call, Outcome, WaitingPolicy } from '../call.ts';
import type { LimitPlan } from '../generation/limit-plans.ts';
import { rateLimitField } from '../response/rate-limit-field.ts';

/** Refuses a call that is over one of its limits, which then takes nothing from the others (RFC 6585 section 4). */
export const enforceLimits: WaitingPolicy = (call) => {
  const plan = call.generation.limits?.planFor(call);
  if (!plan) return undefined;
  const taken = plan.limits.take();
  return taken instanceof Promise
    ? taken.then((late) => tellOf(call, plan, late))
    : tellOf(call, plan, taken);
};

/** Every answer tells of the limits, whether or not the call passes. */
function tellOf(
  call: Call,
  { fields: { names, policy } }: LimitPlan,
  { outcome, index, remaining, seconds }: Taken,
): Outcome {
  call.addHeader('ratelimit-policy', policy);
  const name = names[index];
  if (name !== undefined) call.addHeader('ratelimit', rateLimitField(name, remaining, seconds));
  if (outcome === 'passed') return undefined;
  const headers = { 'retry-after': String(seconds) };
  return { code: outcome === 'refused' ? 'rate_limited' : 'limits_unavailable', headers };
}
