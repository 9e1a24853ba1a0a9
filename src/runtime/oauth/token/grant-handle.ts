import { createHash, randomBytes } from 'node:crypto';
import type { GrantId } from '../../ports/token-store.ts';

/** What nobody can guess: 256 random bits, 43 characters of base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The handle of the grant that a code is for: the part of its refresh tokens that stays. Who redeems the code can
 * tell it, so that the grant has its id before its chain begins, and the store, which never sees the code, cannot.
 */
export function handleOfCode(code: string): string {
  return hash(`handle of ${code}`);
}

/** The id of a grant, which its access tokens show: who knows it cannot tell the handle. */
export function grantIdOf(handle: string): GrantId {
  return hash(handle);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
