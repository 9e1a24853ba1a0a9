import type { Policy } from '../call.ts';

/** Production keys reach the production endpoint, sandbox keys the sandbox endpoint, and never the other one. */
export const chooseEndpoint: Policy = (call) => {
  const { keySet } = call.client;
  const endpoint = call.api.endpoints[keySet];
  if (!endpoint) return { code: `${keySet}_unavailable` };
  call.endpoint = endpoint;
  return undefined;
};
