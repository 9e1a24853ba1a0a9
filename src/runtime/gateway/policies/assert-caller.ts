import type { Policy } from '../call.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';

/**
 * If the API declares it, the gateway sends the upstream a signed assertion about the caller; about the caller of a
 * public operation nothing is known.
 */
export const assertCaller: Policy = (call) => {
  const { callerAssertion } = call.api.part;
  if (!callerAssertion || call.operation.access === 'public') return undefined;
  call.assertion = call.generation.assertCaller({
    claims: call.claims,
    application: call.client.application.name,
    tier: call.subscription.tier,
    audience: addressOfApi(call.generation.settings, call.api.manifest),
  });
  return undefined;
};

/** The address of a version of an API, however a call has named it. */
function addressOfApi({ gatewayUrl }: GatewaySettings, { context, version }: ManifestApi): string {
  return `${gatewayUrl}/${context}/${version}`;
}
