import { digestOf, type Digest } from './digest.ts';
import type { Manifest } from './manifest.ts';

/**
 * A manifest without the digests of secrets and passwords, for readers who may see changes but must not be able to
 * guess a password. Each digest is replaced by a value that depends only on it, so that two such manifests still
 * differ where the digests differ. The value matches no secret, and the digest cannot be derived from it.
 */
export function hideDigests(manifest: Manifest): Manifest {
  return {
    ...manifest,
    applications: manifest.applications.map((application) => ({
      ...application,
      keySets: application.keySets.map((keySet) => ({
        ...keySet,
        secretDigests: keySet.secretDigests.map(hide),
      })),
    })),
    users: manifest.users.map((user) => ({ ...user, passwordDigest: hide(user.passwordDigest) })),
  };
}

/** Not a hexadecimal number, so that it cannot be mistaken for the digest of a secret. */
function hide(digest: string): Digest {
  return `sha256:hidden-${digestOf(digest).slice('sha256:'.length, 'sha256:'.length + 32)}`;
}
