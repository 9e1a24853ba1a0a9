import type { ManifestApplication, ManifestKeySet } from '../../../../compiled/manifest.ts';

/** The names of the applications that hold consumer keys, by the key. */
export type KeyHolders = ReadonlyMap<string, string>;

export function holdersIn(applications: readonly ManifestApplication[]): KeyHolders {
  return new Map(
    applications.flatMap(({ name, keySets }) =>
      keySets.map(({ consumerKey }) => [consumerKey, name] as const),
    ),
  );
}

/**
 * The other applications that hold consumer keys of one, as a list for people; empty if there are none. A consumer
 * key identifies a client, so whoever holds it replaces the application that held it before.
 */
export function nameOtherHolders(
  name: string,
  keySets: readonly Pick<ManifestKeySet, 'consumerKey'>[],
  holders: KeyHolders,
): string {
  const names = new Set(keySets.flatMap(({ consumerKey }) => holders.get(consumerKey) ?? []));
  return [...names].filter((holder) => holder !== name).join(' and ');
}
