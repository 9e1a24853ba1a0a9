import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';

/** The paths of the OAuth endpoints on the listener; no list contains a path twice. */
export interface OAuthAddresses {
  /** The authorization endpoint; its pages have paths below it. */
  readonly authorize: string;
  readonly token: readonly string[];
  readonly revoke: readonly string[];
  readonly introspect: readonly string[];
  readonly jwks: readonly string[];
  readonly metadata: readonly string[];
}

/** The paths of the OAuth endpoints, from the gateway's URLs. */
export function oauthAddresses({ gatewayUrl, authUrl, keyManagerUrl }: GatewaySettings): OAuthAddresses {
  const keyManager = pathOf(keyManagerUrl);
  const wellKnown = '/.well-known/oauth-authorization-server';
  return {
    authorize: `${pathOf(authUrl)}/authorize`,
    token: unique(`${pathOf(gatewayUrl)}/token`, `${keyManager}/oauth2/token`),
    revoke: [`${keyManager}/oauth2/revoke`],
    introspect: [`${keyManager}/oauth2/introspect`],
    jwks: [`${keyManager}/oauth2/jwks`],
    // RFC 8414 section 3 inserts the well-known path before the issuer's path, but most clients append it.
    metadata: unique(keyManager + wellKnown, wellKnown + keyManager),
  };
}

/** The full URLs of the token endpoint; the first one begins with the issuer. */
export function tokenUrls({ gatewayUrl, keyManagerUrl }: GatewaySettings): readonly string[] {
  return [`${keyManagerUrl}/oauth2/token`, `${gatewayUrl}/token`];
}

/** The full URLs of the token endpoint whose path is `path`. Does not depend on the Host header of a request. */
export function tokenUrlsAt(settings: GatewaySettings, path: string): readonly string[] {
  return tokenUrls(settings).filter((url) => pathOf(url) === path);
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '');
}

function unique(...paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}
