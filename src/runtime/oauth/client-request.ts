import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import type { Client } from '#runtime/token/clients.ts';
import type { SentAuthorization } from '#runtime/token/read-authorization.ts';
import { authenticateClient, findCredentials } from './token/authenticate-client.ts';
import type { AuthorizationServer } from './authorization-server.ts';
import { decodeUtf8, parseForm, type Form } from '#runtime/requests/forms.ts';

/** A request to the token, revocation or introspection endpoint, as received. */
export interface SentForm {
  readonly authorization: SentAuthorization;
  /** The Content-Encoding, in lower case. */
  readonly coding: string;
  /** Undefined if the request has no form. */
  readonly body: Buffer | undefined;
  /** The path of the endpoint that received the request. */
  readonly path: string;
  /** The IP address that the request comes from. */
  readonly address: string;
  /** Creates a signal that aborts when the client disconnects. */
  readonly hungUp: () => AbortSignal;
}

/** A form from an authenticated client, or from a public client, which only identifies itself. */
export interface ClientRequest {
  readonly server: AuthorizationServer;
  readonly client: Client;
  readonly form: Form;
  /** The path of the endpoint that received the request. */
  readonly path: string;
  /** The IP address that the request comes from. */
  readonly address: string;
  /** Creates a signal that aborts when the client disconnects. */
  readonly hungUp: () => AbortSignal;
}

/** Reads a form and authenticates its client (RFC 6749 sections 3.2 and 2.3). */
export function authenticateRequest(
  server: AuthorizationServer,
  sent: SentForm,
): ClientRequest | OAuthRefusal {
  const form = readForm(sent);
  if ('refused' in form) return form;
  const credentials = findCredentials(sent.authorization, form);
  if ('refused' in credentials) return credentials;
  const { clients } = server.authorizationState;
  const client = authenticateClient(clients, credentials);
  const { path, address, hungUp } = sent;
  if (client) return { server, client, form, path, address, hungUp };
  const { consumerKey } = credentials;
  // An unknown key may be anything, even a misplaced secret, and is not logged.
  const known = clients.has(consumerKey) ? { clientId: consumerKey } : {};
  return { refused: 'client_unauthenticated', ...known };
}

function readForm({ coding, body }: SentForm): Form | OAuthRefusal {
  if (coding !== 'identity') return { refused: 'form_encoded' };
  if (body === undefined) return { refused: 'form_required' };
  const text = decodeUtf8(body);
  return text === undefined ? { refused: 'form_malformed' } : parseForm(text);
}
