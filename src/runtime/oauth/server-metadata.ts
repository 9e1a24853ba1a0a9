import type { Manifest } from '#compiled/manifest.ts';
import type { ScopeCatalog } from '#runtime/token/allowed-scopes.ts';
import type { ServerMetadata } from './authorization-server.ts';
import { knownPrompts } from './authorize/rules.ts';
import { grants } from './token/grants.ts';

/** Grants that RFC 9700 sections 2.1.2 and 2.4 advise against; listed only if an application declares them. */
const discouragedGrants = ['implicit', 'password'];

const withSecret = ['client_secret_basic', 'client_secret_post'];

/** The metadata of an authorization server for its clients. */
export function describeServer({ gateway, applications }: Manifest, scopes: ScopeCatalog): ServerMetadata {
  const issuer = gateway.keyManagerUrl;
  const declared = new Set(applications.flatMap((application) => application.grants));
  const grantTypes = [...grants.map(({ grantType }) => grantType), 'implicit'];
  const hasImplicit = declared.has('implicit');
  return {
    issuer,
    authorization_endpoint: `${gateway.authUrl}/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    introspection_endpoint: `${issuer}/oauth2/introspect`,
    jwks_uri: `${issuer}/oauth2/jwks`,
    scopes_supported: scopes.all,
    response_types_supported: hasImplicit ? ['code', 'token'] : ['code'],
    response_modes_supported: hasImplicit ? ['query', 'fragment'] : ['query'],
    grant_types_supported: grantTypes.filter(
      (grantType) => !discouragedGrants.includes(grantType) || declared.has(grantType),
    ),
    token_endpoint_auth_methods_supported: [...withSecret, 'none'],
    revocation_endpoint_auth_methods_supported: [...withSecret, 'none'],
    introspection_endpoint_auth_methods_supported: withSecret,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    prompt_values_supported: knownPrompts,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    claims_parameter_supported: false,
  };
}
