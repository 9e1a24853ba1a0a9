import { createHash, randomBytes } from 'node:crypto';
import { digestOf, type Digest } from '#compiled/digest.ts';
import type { GrantId, RefreshTimes, StoredGrant } from '#runtime/ports/token-store.ts';
import type { AuthorizationServer } from '../authorization-server.ts';

/** A refresh token as sent by a client, in the form `handle.secret`. */
export interface SentRefreshToken {
  readonly handle: string;
  readonly grantId: GrantId;
  readonly digest: Digest;
}

/**
 * Begins the chain of refresh tokens of a grant whose id is derived from the handle, and returns the first token, which
 * is stored when this resolves. Undefined if the login is too old for the token to be usable. Rejects if the store
 * cannot be reached.
 */
export async function openRefreshChain(
  server: AuthorizationServer,
  grant: StoredGrant,
  handle: string,
): Promise<string | undefined> {
  const times = refreshTimes(server, grant);
  if (times.endsAt <= server.mint.clock() / 1000) return undefined;
  const token = newRefreshToken(handle);
  await server.store.openGrant(grant, digestOf(token), times);
  return token;
}

/** A new refresh token for the chain with this handle. */
export function newRefreshToken(handle: string): string {
  return `${handle}.${newSecret()}`;
}

/** When a token issued now expires if it is not used, and when its chain ends. */
export function refreshTimes(
  { settings, mint }: AuthorizationServer,
  { authenticatedAt }: StoredGrant,
): RefreshTimes {
  const { refreshIdleSeconds, refreshLifetimeSeconds } = settings.token;
  const endsAt = authenticatedAt + refreshLifetimeSeconds;
  const idleUntil = Math.floor(mint.clock() / 1000) + refreshIdleSeconds;
  return { idleUntil: Math.min(idleUntil, endsAt), endsAt };
}

/** Reads a refresh token; undefined if it is malformed. */
export function readRefreshToken(token: string): SentRefreshToken | undefined {
  const [, handle] = /^([\w-]{43})\.[\w-]{43}$/.exec(token) ?? [];
  return handle === undefined ? undefined : { handle, grantId: grantIdOf(handle), digest: digestOf(token) };
}

/** An unguessable secret: 256 random bits, 43 base64url characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The handle of the grant of a code: the part that all its refresh tokens share. It is derived from the code, so the
 * grant has its id before its chain begins. The store never sees the code, so it cannot derive the handle.
 */
export function handleOfCode(code: string): string {
  return hash(`handle of ${code}`);
}

/** The id of a grant, which its access tokens contain; it does not reveal the handle. */
export function grantIdOf(handle: string): GrantId {
  return hash(handle);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
