import { sameJson } from '../../../compiled/same-json.ts';

/** The entries of two lists: which one has alone, and which differ. */
export interface PairedEntries<Entry> {
  readonly added: readonly Entry[];
  readonly removed: readonly Entry[];
  readonly changed: readonly (readonly [before: Entry, after: Entry])[];
}

/** Puts the entries of two lists side by side, by a key that is unique in each. */
export function pairEntries<Entry>(
  base: readonly Entry[],
  head: readonly Entry[],
  keyOf: (entry: Entry) => string,
): PairedEntries<Entry> {
  if (base === head) return { added: [], removed: [], changed: [] };
  const before = new Map(base.map((entry) => [keyOf(entry), entry]));
  const added: Entry[] = [];
  const changed: (readonly [Entry, Entry])[] = [];
  for (const entry of head) {
    const key = keyOf(entry);
    const earlier = before.get(key);
    before.delete(key);
    if (earlier === undefined) added.push(entry);
    else if (!sameJson(earlier, entry)) changed.push([earlier, entry]);
  }
  return { added, removed: [...before.values()], changed };
}
