import type { ManifestApplication, ManifestKeySet } from '#compiled/manifest.ts';

/** The names of the applications that have consumer keys, by the consumer key. */
export type KeyHolders = ReadonlyMap<string, string>;

export function holdersIn(applications: readonly ManifestApplication[]): KeyHolders {
  return new Map(
    applications.flatMap(({ name, keySets }) =>
      keySets.map(({ consumerKey }) => [consumerKey, name] as const),
    ),
  );
}

/**
 * The names of other applications with consumer keys of the given one, as a readable list; empty if there are none. A
 * consumer key identifies a client, so the application that has it now replaces the one that had it before.
 */
export function nameOtherHolders(
  name: string,
  keySets: readonly Pick<ManifestKeySet, 'consumerKey'>[],
  holders: KeyHolders,
): string {
  const names = new Set(keySets.flatMap(({ consumerKey }) => holders.get(consumerKey) ?? []));
  return [...names].filter((holder) => holder !== name).join(' and ');
}
