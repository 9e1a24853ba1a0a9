import type { AuthorizationServer } from './authorization-server.ts';
import { grants } from './grants.ts';

/** What the authorization server can do (RFC 8414 section 2): only what works. */
export interface ServerMetadata {
  readonly issuer: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
  readonly response_types_supported: readonly string[];
  readonly grant_types_supported: readonly string[];
  readonly token_endpoint_auth_methods_supported: readonly string[];
}

/** Describes an authorization server to its clients. */
export function describeServer({ mint: { issuer } }: AuthorizationServer): ServerMetadata {
  return {
    issuer,
    token_endpoint: `${issuer}/oauth2/token`,
    jwks_uri: `${issuer}/oauth2/jwks`,
    response_types_supported: [],
    grant_types_supported: grants.map(({ grantType }) => grantType),
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  };
}
