import { createHmac } from 'node:crypto';
import type { ManifestUser } from '#compiled/manifest.ts';
import type { GrantId } from '#runtime/ports/token-store.ts';

/** A little more than 128 bits. */
const length = 22;

/** Whom credentials are issued to; nothing of a client. */
export interface Holder {
  /** The declared user. */
  readonly user?: ManifestUser | undefined;
  /** Where the identity provider that vouched for the user takes its names from, see `realmOf`. */
  readonly realm?: string | undefined;
}

/**
 * Binds credentials of a user to the password that a declared user has at that moment, and to the provider that vouched
 * for the user: a MAC over the id of what is issued, keyed by the digest of the password and the realm of the provider.
 * It is 22 characters of base64url, another one for each grant, and reveals nothing about the password or the digest to
 * readers of a token. So a new password, another person under the same name, or another provider under the same name
 * ends everything from before. Undefined for a client.
 */
export function bindToHolder({ user, realm }: Holder, id: GrantId): string | undefined {
  const key = [user?.passwordDigest, realm].filter((part) => part !== undefined).join('\0');
  return key === '' ? undefined : createHmac('sha256', key).update(id).digest('base64url').slice(0, length);
}
