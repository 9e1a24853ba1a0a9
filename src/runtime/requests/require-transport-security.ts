import type { FastifyInstance } from 'fastify';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { isLoopback } from './caller-address.ts';

/** A year. Without subdomains, which may belong to other servers. */
const policy = 'max-age=31536000';

/**
 * Makes browsers use TLS for the hosts of the authorization server and the store (RFC 6797). The header is only sent over TLS
 * (section 7.2), which a trusted proxy may end in front of the gateway.
 */
export function requireTransportSecurity(
  app: FastifyInstance,
  { isOnPublicHost }: { readonly isOnPublicHost: boolean },
): void {
  if (!isOnPublicHost) return;
  // When a response is sent, since a rejection removes the headers that were set before it.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', policy);
    done();
  });
}

/** Not on loopback: there the policy would apply to every other program that a developer runs on localhost. */
export function hasPublicHost({
  gatewayUrl,
  authUrl,
  keyManagerUrl,
  storeUrl = gatewayUrl,
}: GatewaySettings): boolean {
  return [gatewayUrl, authUrl, keyManagerUrl, storeUrl].every((url) => !isLoopback(new URL(url).hostname));
}
