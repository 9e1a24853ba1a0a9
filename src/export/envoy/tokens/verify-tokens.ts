import { canonicalJson } from '#compiled/canonical-json.ts';
import { digestOf } from '#compiled/digest.ts';
import { asJson } from '#compiled/json.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { EnvoyOptions, PublicKeys } from '../envoy-options.ts';

/** The cluster of the key manager. */
export const keyManagerCluster = 'gatewright/key-manager';

/** The header that marks a call with a verified token; clients cannot set it. */
export const verifiedHeader = 'x-gatewright-token';

/**
 * The longest accepted lifetime: an hour more than can be declared, for clocks that differ. Without a limit, the holder
 * of a removed key could sign tokens that last longer.
 */
const longestLifetime = '90000s';

/** How many verified tokens each worker of Envoy caches. */
const rememberedTokens = 10_000;

/**
 * The filter that verifies the signature, issuer, audience and lifetime of access tokens. It refuses nothing: the
 * program after it refuses calls without a verified token, with the errors of the gateway.
 */
export function verifyTokens(settings: GatewaySettings, { keys }: Pick<EnvoyOptions, 'keys'>) {
  const provider = `gatewright@${nameKeys(settings.token, keys)}`;
  return {
    '@type': 'type.googleapis.com/envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication',
    providers: {
      [provider]: {
        issuer: settings.keyManagerUrl,
        audiences: [settings.gatewayUrl],
        ...publicKeys(keys),
        require_expiration: true,
        max_lifetime: longestLifetime,
        // The smallest value that Envoy accepts; the program compares times without it.
        clock_skew_seconds: 1,
        forward: true,
        // The program recognizes a call with a verified token by this header.
        claim_to_headers: [{ header_name: verifiedHeader, claim_name: 'jti' }],
        from_headers: ['Bearer ', 'bearer ', 'BEARER '].map((prefix) => ({
          name: 'authorization',
          value_prefix: prefix,
        })),
        jwt_cache_config: { jwt_cache_size: rememberedTokens },
      },
    },
    rules: [
      {
        match: { prefix: '/' },
        requires: {
          requires_any: { requirements: [{ provider_name: provider }, { allow_missing_or_failed: {} }] },
        },
      },
    ],
  };
}

/**
 * A name for a set of keys. It changes with the keys, since Envoy reloads keys and discards tokens that it has verified
 * with others only if its configuration changes.
 */
function nameKeys({ signingKeys }: GatewaySettings['token'], keys: PublicKeys): string {
  const declared = signingKeys.map(({ key }) => asJson(key));
  const digest = digestOf(canonicalJson('keySet' in keys ? keys.keySet : declared));
  return digest.slice('sha256:'.length, 'sha256:'.length + 16);
}

/**
 * The public keys: a fixed set, or those of the key manager. The latter are fetched every minute, so that a new key is
 * known before a token is signed with it.
 */
function publicKeys(keys: PublicKeys) {
  if ('keySet' in keys) return { local_jwks: { inline_string: keys.keySet } };
  return {
    remote_jwks: {
      http_uri: {
        uri: `${keys.keyManager.url}/oauth2/jwks`,
        cluster: keyManagerCluster,
        timeout: '5s',
      },
      cache_duration: '60s',
      // Otherwise, a filter that replaces another one would fetch the keys only at its first call.
      async_fetch: { fast_listener: true },
    },
  };
}
