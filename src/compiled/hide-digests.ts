import { digestOf, type Digest } from './digest.ts';
import type { Manifest } from './manifest.ts';

/**
 * A manifest without the digests of secrets and passwords, for readers who may see changes but nothing that a password
 * could be guessed by. Each is replaced by a value that is the same wherever the digest is, so that two manifests
 * without their digests still differ where the digests do; no secret fits it, and it cannot be led back.
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

/** No hexadecimal number, so that nothing takes it for a digest that a secret may have. */
function hide(digest: string): Digest {
  return `sha256:hidden-${digestOf(digest).slice('sha256:'.length, 'sha256:'.length + 32)}`;
}
