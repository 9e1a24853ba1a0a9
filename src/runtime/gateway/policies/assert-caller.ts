import type { Policy } from '../call.ts';
import type { ManifestApi } from '#compiled/manifest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';

/**
 * Signs an assertion about the caller for the upstream, if the API declares one. Calls to public operations get none,
 * since nothing is known about the caller.
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

/** The URL of an API version, independent of how the call named it. */
function addressOfApi({ gatewayUrl }: GatewaySettings, { context, version }: ManifestApi): string {
  return `${gatewayUrl}/${context}/${version}`;
}
