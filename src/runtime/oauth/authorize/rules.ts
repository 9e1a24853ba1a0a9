import type { PageProblem } from '#runtime/pages/texts.ts';
import type { AuthorizationRequest, ResponseType } from './authorization-request.ts';
import type { Redirected } from './refusals.ts';
import type { ManifestApplication } from '#compiled/manifest.ts';
import { isPublicClient } from '#compiled/is-public-client.ts';
import { chooseScopes } from '../token/choose-scopes.ts';

/** The values of the parameter `prompt` (OpenID Connect Core 1.0 section 3.1.2.1). */
export const knownPrompts = ['none', 'login', 'select_account', 'consent'] as const;

/** Matches the text of the URL, since URL parsers accept several spellings of the same address. */
const loopbackWithPort = /^(http:\/\/(?:127\.0\.0\.1|\[::1\])):([1-9][0-9]{0,4})([/?].*)?$/s;

const responseTypes: readonly ResponseType[] = [
  { name: 'code', grant: 'authorization_code', mode: 'query' },
  { name: 'token', grant: 'implicit', mode: 'fragment' },
];

/** In characters. Limited because the query shares a cookie with a login in progress at an identity provider. */
const maxQueryLength = 2400;

/** A rule sets part of the request, or returns why the request is refused. */
export type Rule<Refusal> = (request: AuthorizationRequest) => Refusal | undefined;

/** A violation of these rules is shown only to the user, since the redirect URI cannot be trusted yet. */
export const rulesOfRedirecting: readonly Rule<PageProblem>[] = [
  requireShortRequest,
  requireKnownClient,
  requireRegisteredRedirectUri,
];

/** A violation of these rules is reported to the application. */
export const rulesOfRequest: readonly Rule<Redirected>[] = [
  refuseRepeatedParameters,
  refuseRequestObjects,
  requireResponseType,
  requireDeclaredGrant,
  requireDefaultResponseMode,
  requireChallenge,
  chooseRequestedScopes,
  requireKnownPrompt,
  requireMaxAgeInSeconds,
];

/** The refusal by the first violated rule; undefined if all pass. */
export function applyRules<Refusal>(
  rules: readonly Rule<Refusal>[],
  request: AuthorizationRequest,
): Refusal | undefined {
  for (const rule of rules) {
    const refusal = rule(request);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function requireShortRequest({ parameters }: AuthorizationRequest): 'request_too_long' | undefined {
  return parameters.query.length > maxQueryLength ? 'request_too_long' : undefined;
}

function requireResponseType(
  request: AuthorizationRequest,
): 'response_type_missing' | 'response_type_unsupported' | undefined {
  const name = request.parameters.single.get('response_type');
  if (name === undefined) return 'response_type_missing';
  const responseType = responseTypes.find((candidate) => candidate.name === name);
  // The implicit grant is not supported unless an application declares it (RFC 9700 section 2.1.2).
  const isOffered = request.server.metadata.response_types_supported.includes(name);
  if (!responseType || !isOffered) return 'response_type_unsupported';
  request.responseType = responseType;
  return undefined;
}

/** Requires the parameter even if only one callback URL is declared. */
function requireRegisteredRedirectUri(
  request: AuthorizationRequest,
): 'redirect_uri_missing' | 'redirect_uri_unregistered' | undefined {
  const redirectUri = request.parameters.single.get('redirect_uri');
  if (redirectUri === undefined) return 'redirect_uri_missing';
  if (!isRegistered(request.application, redirectUri)) return 'redirect_uri_unregistered';
  request.redirectUri = redirectUri;
  return undefined;
}

/**
 * Whether an application declares a redirect URI, identical in every character (RFC 9700 section 2.1). A native
 * application may add any port to a loopback address that it declares without a port (RFC 8252 section 7.3).
 */
function isRegistered({ type, callbackUrls }: ManifestApplication, redirectUri: string): boolean {
  if (callbackUrls.includes(redirectUri)) return true;
  const declared = type === 'native' ? withoutPort(redirectUri) : undefined;
  return declared !== undefined && callbackUrls.includes(declared);
}

/** A loopback redirect URI without its port; undefined if it is not a loopback address with a valid port. */
function withoutPort(redirectUri: string): string | undefined {
  const [, address, port, rest = ''] = loopbackWithPort.exec(redirectUri) ?? [];
  return address === undefined || Number(port) > 65_535 ? undefined : address + rest;
}

/** Requires `max_age` to be a number of seconds (OpenID Connect Core 1.0 section 3.1.2.1). */
export function requireMaxAgeInSeconds({
  parameters,
}: AuthorizationRequest): 'max_age_malformed' | undefined {
  const maxAge = parameters.single.get('max_age') ?? '0';
  return /^\d{1,9}$/.test(maxAge) ? undefined : 'max_age_malformed';
}

/** Requires known prompts; `none` must not be combined with other prompts. */
export function requireKnownPrompt({
  prompts,
  isSilent,
}: AuthorizationRequest): 'prompt_unsupported' | undefined {
  const known: readonly string[] = isSilent ? ['none'] : knownPrompts.filter((prompt) => prompt !== 'none');
  return prompts.every((prompt) => known.includes(prompt)) ? undefined : 'prompt_unsupported';
}

function requireKnownClient(request: AuthorizationRequest): 'client_missing' | 'client_unknown' | undefined {
  const clientId = request.parameters.single.get('client_id');
  if (clientId === undefined) return 'client_missing';
  const client = request.server.authorizationState.clients.get(clientId);
  if (!client) return 'client_unknown';
  request.client = client;
  return undefined;
}

/** Refuses every response mode but the default: a token in a query would appear in logs and browser histories. */
function requireDefaultResponseMode({
  parameters,
  responseType,
}: AuthorizationRequest): 'response_mode_unsupported' | undefined {
  const mode = parameters.single.get('response_mode') ?? responseType.mode;
  return mode === responseType.mode ? undefined : 'response_mode_unsupported';
}

function requireDeclaredGrant({
  application,
  responseType,
}: AuthorizationRequest): 'grant_undeclared' | undefined {
  return application.grants.includes(responseType.grant) ? undefined : 'grant_undeclared';
}

/**
 * Checks the code challenge (PKCE, RFC 7636 section 4.3): only S256 is supported, and clients without a secret must use
 * it for codes.
 */
function requireChallenge(
  request: AuthorizationRequest,
): 'challenge_missing' | 'challenge_method_unsupported' | 'challenge_malformed' | undefined {
  const { parameters, application, responseType } = request;
  const challenge = parameters.single.get('code_challenge');
  const method = parameters.single.get('code_challenge_method');
  if (challenge === undefined && method === undefined)
    return isPublicClient(application) && responseType.name === 'code' ? 'challenge_missing' : undefined;
  if (method !== 'S256') return 'challenge_method_unsupported';
  if (challenge === undefined || !/^[\w-]{43}$/.test(challenge)) return 'challenge_malformed';
  request.codeChallenge = challenge;
  return undefined;
}

/** Refuses request objects (RFC 9101 section 7), since ignoring one could drop security parameters of the request. */
function refuseRequestObjects({
  parameters,
}: AuthorizationRequest): 'request_object_unsupported' | 'request_uri_unsupported' | undefined {
  if (parameters.single.has('request')) return 'request_object_unsupported';
  return parameters.single.has('request_uri') ? 'request_uri_unsupported' : undefined;
}

/** Refuses repeated parameters (RFC 6749 section 3.1). */
function refuseRepeatedParameters({ parameters }: AuthorizationRequest): 'parameter_repeated' | undefined {
  return parameters.repeated.size > 0 ? 'parameter_repeated' : undefined;
}

function chooseRequestedScopes(request: AuthorizationRequest): 'scope_refused' | undefined {
  const { server, client, parameters } = request;
  const scopes = chooseScopes(server, client, parameters.single.get('scope'));
  if ('refused' in scopes) return 'scope_refused';
  request.scopes = scopes;
  return undefined;
}
