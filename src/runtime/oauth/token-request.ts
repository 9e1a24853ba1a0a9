import type { OAuthRefusal } from '../rejection/oauth-refusals.ts';
import type { Client } from '../token/clients.ts';
import type { SentAuthorization } from '../token/read-authorization.ts';
import { authenticateClient } from './authenticate-client.ts';
import type { AuthorizationServer, TokenResponse } from './authorization-server.ts';
import { findCredentials } from './find-credentials.ts';
import type { Grant } from './grant.ts';
import { grants } from './grants.ts';
import { parseForm, type Form } from './parse-form.ts';

/** A request to the token endpoint; each step may rely on what the steps before it have found. */
export class TokenRequest {
  readonly server: AuthorizationServer;
  readonly authorization: SentAuthorization;
  /** Undefined where the request has no form. */
  readonly body: Buffer | undefined;
  form!: Form;
  client!: Client;
  grant!: Grant;

  constructor(server: AuthorizationServer, authorization: SentAuthorization, body: Buffer | undefined) {
    this.server = server;
    this.authorization = authorization;
    this.body = body;
  }
}

type TokenStep = (request: TokenRequest) => OAuthRefusal | undefined;

/** The token endpoint, in the order of RFC 6749: sections 3.2, 2.3, 4 and 5. */
const steps: readonly TokenStep[] = [
  requireForm,
  requireAuthenticatedClient,
  requireSupportedGrant,
  requireDeclaredGrant,
  requireParametersOfGrant,
];

/** Answers a request to the token endpoint. */
export async function answerTokenRequest(request: TokenRequest): Promise<TokenResponse | OAuthRefusal> {
  for (const step of steps) {
    const refusal = step(request);
    if (refusal) return refusal;
  }
  return request.grant.handle(request);
}

function requireForm(request: TokenRequest): OAuthRefusal | undefined {
  if (request.body === undefined) return { refused: 'form_required' };
  const body = decodeUtf8(request.body);
  const form = body === undefined ? { refused: 'form_malformed' as const } : parseForm(body);
  if ('refused' in form) return form;
  request.form = form;
  return undefined;
}

/** Undefined where the bytes are no UTF-8, which would otherwise silently become another secret. */
function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function requireAuthenticatedClient(request: TokenRequest): OAuthRefusal | undefined {
  const credentials = findCredentials(request.authorization, request.form);
  if ('refused' in credentials) return withChallenge(request, credentials);
  const client = authenticateClient(request.server.standing.clients, credentials);
  if (!client) return withChallenge(request, { refused: 'client_unauthenticated' });
  request.client = client;
  return undefined;
}

/** A client that tried the Authorization header is told which scheme would do (RFC 6749 section 5.2). */
function withChallenge({ server, authorization }: TokenRequest, refusal: OAuthRefusal): OAuthRefusal {
  if (refusal.refused !== 'client_unauthenticated' || authorization.kind === 'none') return refusal;
  return {
    ...refusal,
    headers: { 'www-authenticate': `Basic realm="${server.mint.issuer}", charset="UTF-8"` },
  };
}

function requireSupportedGrant(request: TokenRequest): OAuthRefusal | undefined {
  const grantType = request.form.get('grant_type');
  if (grantType === undefined) return { refused: 'grant_type_missing' };
  const grant = grants.find((candidate) => candidate.grantType === grantType);
  if (!grant) return { refused: 'grant_unsupported' };
  request.grant = grant;
  return undefined;
}

function requireDeclaredGrant({ client, grant }: TokenRequest): OAuthRefusal | undefined {
  if (client.application.grants.includes(grant.grantType)) return undefined;
  return { refused: 'grant_undeclared' };
}

function requireParametersOfGrant({ form, grant }: TokenRequest): OAuthRefusal | undefined {
  if (grant.parameters.every((name) => form.has(name))) return undefined;
  return { refused: 'parameter_missing' };
}
