import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { NamedValue, SampleRequest } from './sample-request.ts';

/** The client that requests a token in the samples. */
export interface SampleClient {
  readonly consumerKey: string;
  /** Whether the client has no secret. */
  readonly isPublic: boolean;
  readonly callbackUrl: string;
  readonly grants: readonly string[];
  /** The scopes to request; may be empty. */
  readonly scopes: readonly string[];
}

/** How an application gets a token with one grant; words in capitals are placeholders. */
export interface TokenSample {
  readonly grantType: string;
  /** The URL that the user opens in a browser, for grants that begin in one. */
  readonly userAddress?: string;
  /** The token request; absent if the browser receives the token directly. */
  readonly request?: SampleRequest;
}

type Addresses = Pick<GatewaySettings, 'authUrl' | 'keyManagerUrl'>;

/** How a client gets a token with each of its grants; unknown grants are omitted. */
export function tokenSamples(client: SampleClient, addresses: Addresses): readonly TokenSample[] {
  return client.grants.flatMap((grantType) => {
    const make = Object.hasOwn(samples, grantType) ? samples[grantType] : undefined;
    return make ? [{ grantType, ...make(client, addresses) }] : [];
  });
}

type MakeSample = (client: SampleClient, addresses: Addresses) => Omit<TokenSample, 'grantType'>;

const samples: Readonly<Record<string, MakeSample>> = {
  client_credentials: (client, addresses) => ({
    request: tokenRequest(client, addresses, [['grant_type', 'client_credentials'], ...scopeOf(client)]),
  }),
  authorization_code: (client, addresses) => ({
    userAddress: userAddress(client, addresses, 'code'),
    request: tokenRequest(client, addresses, [
      ['grant_type', 'authorization_code'],
      ['code', 'CODE'],
      ['redirect_uri', client.callbackUrl],
      ['code_verifier', 'CODE_VERIFIER'],
    ]),
  }),
  refresh_token: (client, addresses) => ({
    request: tokenRequest(client, addresses, [
      ['grant_type', 'refresh_token'],
      ['refresh_token', 'REFRESH_TOKEN'],
    ]),
  }),
  password: (client, addresses) => ({
    request: tokenRequest(client, addresses, [
      ['grant_type', 'password'],
      ['username', 'USERNAME'],
      ['password', 'PASSWORD'],
      ...scopeOf(client),
    ]),
  }),
  implicit: (client, addresses) => ({ userAddress: userAddress(client, addresses, 'token') }),
  'urn:ietf:params:oauth:grant-type:saml2-bearer': (client, addresses) => ({
    request: tokenRequest(client, addresses, [
      ['grant_type', 'urn:ietf:params:oauth:grant-type:saml2-bearer'],
      ['assertion', 'ASSERTION'],
      ...scopeOf(client),
    ]),
  }),
};

function tokenRequest(
  { consumerKey, isPublic }: SampleClient,
  { keyManagerUrl }: Addresses,
  fields: readonly NamedValue[],
): SampleRequest {
  return {
    method: 'POST',
    url: `${keyManagerUrl}/oauth2/token`,
    headers: [],
    ...(!isPublic && { authorization: { consumerKey } }),
    body: { type: 'form', fields: isPublic ? [...fields, ['client_id', consumerKey]] : fields },
  };
}

function userAddress(client: SampleClient, { authUrl }: Addresses, responseType: 'code' | 'token'): string {
  const parameters = new URLSearchParams([
    ['response_type', responseType],
    ['client_id', client.consumerKey],
    ['redirect_uri', client.callbackUrl],
    ...scopeOf(client).map(([name, value]) => [name, value]),
    ['state', 'STATE'],
    // PKCE (RFC 7636) is required for clients without a secret, and recommended for all others.
    ...(responseType === 'code'
      ? [
          ['code_challenge', 'CODE_CHALLENGE'],
          ['code_challenge_method', 'S256'],
        ]
      : []),
  ]);
  return `${authUrl}/authorize?${parameters.toString()}`;
}

function scopeOf({ scopes }: SampleClient): readonly NamedValue[] {
  return scopes.length > 0 ? [['scope', scopes.join(' ')]] : [];
}
