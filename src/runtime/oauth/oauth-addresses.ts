import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';

/** The paths of the OAuth endpoints on the listener, each list without repetition. */
export interface OAuthAddresses {
  /** The authorization endpoint; its pages are below it. */
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
    // RFC 8414 section 3 puts the issuer's path after the well-known one; most clients append the well-known path.
    metadata: unique(keyManager + wellKnown, wellKnown + keyManager),
  };
}

/** The token endpoint by its full URLs, the issuer's own first. */
export function tokenUrls({ gatewayUrl, keyManagerUrl }: GatewaySettings): readonly string[] {
  return [`${keyManagerUrl}/oauth2/token`, `${gatewayUrl}/token`];
}

/** The URLs of the token endpoint with a given path on the listener, whatever the Host header. */
export function tokenUrlsAt(settings: GatewaySettings, path: string): readonly string[] {
  return tokenUrls(settings).filter((url) => pathOf(url) === path);
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '');
}

function unique(...paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}
