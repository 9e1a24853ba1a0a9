import { isPublicClient } from '../../../compiled/is-public-client.ts';
import { hash, timingSafeEqual } from 'node:crypto';
import type { Client, Clients } from '../../token/clients.ts';
import type { SentCredentials } from './find-credentials.ts';

/** Compared with where a client is unknown or public, so that an answer takes as long as for a wrong secret. */
const digestOfNothing = Buffer.alloc(32);

/** The client that the credentials are good for. A public client needs none, and may not send any. */
export function authenticateClient(
  clients: Clients,
  { consumerKey, secret }: SentCredentials,
): Client | undefined {
  const client = clients.get(consumerKey);
  const matches = matchesDigest(secret ?? '', client?.secretDigests ?? []);
  if (client && isPublicClient(client.application)) return secret === undefined ? client : undefined;
  return matches && secret !== undefined ? client : undefined;
}

/** Compares with every digest, whichever matches, so that the time taken does not tell which one did. */
function matchesDigest(secret: string, digests: readonly Buffer[]): boolean {
  const sent = hash('sha256', secret, 'buffer');
  let matches = false;
  for (const digest of [digestOfNothing, ...digests]) {
    if (timingSafeEqual(sent, digest)) matches = true;
  }
  return matches;
}
