import { createHmac } from 'node:crypto';
import type { ManifestUser } from '../../compiled/manifest.ts';
import type { GrantId } from '../ports/token-store.ts';

/** A little more than 128 bits. */
const length = 22;

/**
 * Binds credentials of a declared user to the password that the user has at that moment: a MAC over the id of what is
 * issued, keyed by the digest of the password. It is 22 characters of base64url, another one for each grant, and
 * reveals nothing about the password or the digest to readers of a token. A user with another digest has another
 * binding, so that a new password, or another person under the same name, ends everything from before.
 */
export function bindToUser({ passwordDigest }: ManifestUser, id: GrantId): string {
  return createHmac('sha256', passwordDigest).update(id).digest('base64url').slice(0, length);
}
