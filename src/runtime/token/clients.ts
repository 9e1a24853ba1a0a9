import type { KeySetName, Manifest, ManifestApplication, ManifestKeySet } from '#compiled/manifest.ts';

/** One key set of an application, which OAuth calls a client. */
export interface Client {
  readonly consumerKey: string;
  readonly keySet: KeySetName;
  readonly application: ManifestApplication;
  /** SHA-256 digests of the valid secrets, 32 bytes each; empty for a public client. */
  readonly secretDigests: readonly Buffer[];
}

/** The clients of a route table by consumer key. */
export type Clients = ReadonlyMap<string, Client>;

/**
 * Indexes every key set of every application by its consumer key. Reuses the clients of `previous` for unchanged
 * applications.
 */
export function indexClients({ applications }: Manifest, previous?: Clients): Clients {
  const clients = new Map<string, Client>();
  for (const application of applications) {
    for (const keySet of application.keySets) {
      const before = previous?.get(keySet.consumerKey);
      const isUnchanged = before?.application === application && before.keySet === keySet.keySet;
      clients.set(keySet.consumerKey, isUnchanged ? before : toClient(application, keySet));
    }
  }
  return clients;
}

function toClient(
  application: ManifestApplication,
  { consumerKey, keySet, secretDigests }: ManifestKeySet,
): Client {
  const digests = secretDigests.map((digest) => Buffer.from(digest.slice('sha256:'.length), 'hex'));
  return { consumerKey, keySet, application, secretDigests: digests };
}
