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

/** The subscription must have the scopes too, so that a scope removed from it is also lost for issued tokens. */
function hasAll({ claims, subscription }: Call, needed: readonly string[]): boolean {
  for (const scope of needed) {
    if (!claims.scopes.includes(scope) || !subscription.scopes.includes(scope)) return false;
  }
  return true;
}

/**
 * The challenge names the first alternative, since it can name only one; it names no scope if every call is refused.
 */
function rejectScope({ generation }: Call, [first]: NonNullable<CompiledOperation['scopes']>): Rejection {
  const challenge = `Bearer realm="${generation.settings.gatewayUrl}", error="insufficient_scope"`;
  const scope = first ? `, scope="${first.join(' ')}"` : '';
  return { code: 'scope_insufficient', headers: { 'www-authenticate': challenge + scope } };
}
