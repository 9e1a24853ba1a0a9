import type { GatewaySettings } from '../../compiled/manifest.ts';

/** The paths of the OAuth endpoints on the listener, each list without repetition. */
export interface OAuthAddresses {
  readonly token: readonly string[];
  readonly jwks: readonly string[];
  readonly metadata: readonly string[];
}

/** Where the OAuth endpoints stand, from the paths of the gateway's URLs. */
export function oauthAddresses({ gatewayUrl, keyManagerUrl }: GatewaySettings): OAuthAddresses {
  const keyManager = pathOf(keyManagerUrl);
  const wellKnown = '/.well-known/oauth-authorization-server';
  return {
    token: unique(`${pathOf(gatewayUrl)}/token`, `${keyManager}/oauth2/token`),
    jwks: [`${keyManager}/oauth2/jwks`],
    // RFC 8414 section 3 puts the issuer's path behind the well-known one, most clients append.
    metadata: unique(keyManager + wellKnown, wellKnown + keyManager),
  };
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '');
}

function unique(...paths: readonly string[]): readonly string[] {
  return [...new Set(paths)];
}
