import type { FastifyInstance } from 'fastify';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { isLoopback } from './caller-address.ts';

/** One year. Excludes subdomains, which may belong to other servers. */
const policy = 'max-age=31536000';

/**
 * Makes browsers use TLS for the hosts of the authorization server and the store (RFC 6797). The header is sent only
 * over TLS (section 7.2), which a trusted proxy may terminate in front of the gateway.
 */
export function requireTransportSecurity(
  app: FastifyInstance,
  { isOnPublicHost }: { readonly isOnPublicHost: boolean },
): void {
  if (!isOnPublicHost) return;
  // Set when a response is sent, since a rejection removes headers that were set before.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', policy);
    done();
  });
}

/**
 * Whether none of the hosts is loopback: there, the policy would apply to every other program that a developer runs on
 * localhost.
 */
export function hasPublicHost({
  gatewayUrl,
  authUrl,
  keyManagerUrl,
  storeUrl = gatewayUrl,
}: GatewaySettings): boolean {
  return [gatewayUrl, authUrl, keyManagerUrl, storeUrl].every((url) => !isLoopback(new URL(url).hostname));
}
