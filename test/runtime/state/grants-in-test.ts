import { randomUUID } from 'node:crypto';
import { digestOf, type Digest } from '#compiled/digest.ts';
import type { AuthorizationCode, StoredGrant } from '#runtime/ports/token-store.ts';

/** The digest of a code or a token that no other test has. */
export function newDigest(): Digest {
  return digestOf(randomUUID());
}

/** A separate grant. */
export function newGrant(changes: Partial<StoredGrant> = {}): StoredGrant {
  return {
    id: randomUUID(),
    clientId: 'dogwalker-production',
    keySet: 'production',
    subject: 'user:ada',
    scopes: ['dogs.read', 'dogs.write'],
    authenticatedAt: 1_790_000_000,
    ...changes,
  };
}

/** The content of the code of a separate grant. */
export function newCodeRecord(changes: Partial<AuthorizationCode> = {}): AuthorizationCode {
  return { ...newGrant(), redirectUri: 'https://dogs.example.edu/callback', ...changes };
}
