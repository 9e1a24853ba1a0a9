import type { CompiledOperation } from '#compiled/compiled-api.ts';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { Call, Policy } from '../call.ts';

/** Refuses a call whose token, or whose subscription, lacks scopes that the operation needs (RFC 6750 section 3.1). */
export const checkScope: Policy = (call) => {
  const { scopes: alternatives } = call.operation;
  if (!alternatives) return undefined;
  for (const needed of alternatives) if (hasAll(call, needed)) return undefined;
  return rejectScope(call, alternatives);
};

/** The subscription is checked at each call, so its lost scopes also end for issued tokens. */
function hasAll({ claims, subscription }: Call, needed: readonly string[]): boolean {
  for (const scope of needed) {
    if (!claims.scopes.includes(scope) || !subscription.scopes.includes(scope)) return false;
  }
  return true;
}

/** Of several alternatives the challenge can only name one; if no scope is enough, it names none. */
function rejectScope({ generation }: Call, [first]: NonNullable<CompiledOperation['scopes']>): Rejection {
  const challenge = `Bearer realm="${generation.settings.gatewayUrl}", error="insufficient_scope"`;
  const scope = first ? `, scope="${first.join(' ')}"` : '';
  return { code: 'scope_insufficient', headers: { 'www-authenticate': challenge + scope } };
}
