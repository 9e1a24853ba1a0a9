import { hash, timingSafeEqual } from 'node:crypto';
import { isWellEscaped } from '#runtime/rejection/is-well-escaped.ts';
import type { OAuthRefusal } from '#runtime/rejection/oauth-refusals.ts';
import type { SentAuthorization } from '#runtime/token/read-authorization.ts';
import type { Form } from '#runtime/requests/forms.ts';
import { isPublicClient } from '#compiled/is-public-client.ts';
import type { Client, Clients } from '#runtime/token/clients.ts';

/** A request's client credentials. */
interface SentCredentials {
  readonly consumerKey: string;
  /** Absent if the client is public, or claims to be public. */
  readonly secret?: string;
}

/** Finds the client's credentials in the Authorization header or in the body, never in both (RFC 6749 section 2.3). */
export function findCredentials(
  authorization: SentAuthorization,
  form: Form,
): SentCredentials | OAuthRefusal {
  if (authorization.kind === 'several') return { refused: 'credentials_repeated' };
  if (authorization.kind === 'none') return credentialsInBody(form);
  const credentials = authorization.scheme === 'basic' ? parseBasic(authorization.credentials) : undefined;
  if (!credentials) return { refused: 'client_unauthenticated' };
  const clientId = form.get('client_id') ?? credentials.consumerKey;
  if (form.has('client_secret') || clientId !== credentials.consumerKey)
    return { refused: 'credentials_repeated' };
  return credentials;
}

function credentialsInBody(form: Form): SentCredentials | OAuthRefusal {
  const consumerKey = form.get('client_id');
  const secret = form.get('client_secret');
  if (consumerKey === undefined) return { refused: 'client_unauthenticated' };
  return secret === undefined ? { consumerKey } : { consumerKey, secret };
}

/** Reads the key and the secret, which are form-encoded and joined by a colon (RFC 6749 section 2.3.1). */
function parseBasic(encoded: string): SentCredentials | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  if (colon === -1 || !isWellEscaped(text)) return undefined;
  const secret = formDecode(text.slice(colon + 1));
  return { consumerKey: formDecode(text.slice(0, colon)), ...(secret === '' ? {} : { secret }) };
}

function formDecode(text: string): string {
  return /[%+]/.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : text;
}

/**
 * Compared for every client, so that the response for an unknown or public client takes as long as for a wrong secret.
 */
const digestOfNothing = Buffer.alloc(32);

/** The client that the credentials belong to, if they are right. A public client must not send a secret. */
export function authenticateClient(
  clients: Clients,
  { consumerKey, secret }: SentCredentials,
): Client | undefined {
  const client = clients.get(consumerKey);
  const matches = matchesDigest(secret ?? '', client?.secretDigests ?? []);
  if (client && isPublicClient(client.application)) return secret === undefined ? client : undefined;
  return matches && secret !== undefined ? client : undefined;
}

/** Compares with every digest, even after a match, so that the time does not reveal which one matched. */
function matchesDigest(secret: string, digests: readonly Buffer[]): boolean {
  const sent = hash('sha256', secret, 'buffer');
  let matches = false;
  for (const digest of [digestOfNothing, ...digests]) {
    if (timingSafeEqual(sent, digest)) matches = true;
  }
  return matches;
}
