import type { KeySetName } from '#compiled/manifest.ts';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { Call, Policy } from '../call.ts';

/** Production keys reach the production endpoint, sandbox keys the sandbox endpoint, and never the other one. */
export const chooseEndpoint: Policy = (call) => chooseEndpointOf(call, call.client.keySet);

/** Chooses the production endpoint for a call without a token, which has no key set. */
export const chooseProductionEndpoint: Policy = (call) => chooseEndpointOf(call, 'production');

function chooseEndpointOf(call: Call, keySet: KeySetName): Rejection | undefined {
  const { onlyKeySet = keySet } = call.request;
  const endpoint = call.api.endpoints[keySet];
  if (!endpoint || onlyKeySet !== keySet) return { code: `${keySet}_unavailable` };
  call.endpoint = endpoint;
  return undefined;
}
