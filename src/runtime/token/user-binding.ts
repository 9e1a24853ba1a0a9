import { createHmac } from 'node:crypto';
import type { ManifestUser } from '#compiled/manifest.ts';
import type { GrantId } from '#runtime/ports/token-store.ts';

/** The number of base64url characters; a little more than 128 bits. */
const length = 22;

/** The holder of credentials; empty for a client. */
export interface Holder {
  /** The declared user. */
  readonly user?: ManifestUser | undefined;
  /** The realm of the identity provider that vouched for the user; see `realmOf`. */
  readonly realm?: string | undefined;
}

/**
 * Binds credentials of a user to the current password of a declared user, and to the provider that vouched for the
 * user: a MAC over the id of the credential, keyed by the digest of the password and the realm of the provider. The
 * result has 22 characters of base64url, differs for each grant, and reveals nothing about the password or its digest
 * to readers of a token. All earlier credentials end when the password changes, or when another person or another
 * provider gets the same name. Undefined for a client.
 */
export function bindToHolder({ user, realm }: Holder, id: GrantId): string | undefined {
  const key = [user?.passwordDigest, realm].filter((part) => part !== undefined).join('\0');
  return key === '' ? undefined : createHmac('sha256', key).update(id).digest('base64url').slice(0, length);
}
