import { addressOfApi } from '../route/address-of-api.ts';
import type { Policy } from '../call.ts';

/** Where the API asks for it, the upstream is told who calls, in words that the gateway has signed. */
export const assertCaller: Policy = (call) => {
  const { callerAssertion } = call.api.part.api;
  if (!callerAssertion) return undefined;
  call.assertion = call.generation.assertCaller({
    claims: call.claims,
    application: call.client.application.name,
    tier: call.subscription.tier,
    audience: addressOfApi(call.generation.settings, call.api.manifest),
  });
  return undefined;
};
