import { sameJson } from '../../../compiled/same-json.ts';

/** The entries of two lists: which one has alone, and which differ. */
interface PairedEntries<Entry> {
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
  const [old, now] = withoutSameEnds(base, head);
  const before = new Map(old.map((entry) => [keyOf(entry), entry]));
  const added: Entry[] = [];
  const changed: (readonly [Entry, Entry])[] = [];
  for (const entry of now) {
    const key = keyOf(entry);
    const earlier = before.get(key);
    before.delete(key);
    if (earlier === undefined) added.push(entry);
    else if (!sameJson(earlier, entry)) changed.push([earlier, entry]);
  }
  return { added, removed: [...before.values()], changed };
}

/** What lies between the first and the last difference: mostly little, of lists that may be long. */
function withoutSameEnds<Entry>(
  base: readonly Entry[],
  head: readonly Entry[],
): readonly [readonly Entry[], readonly Entry[]] {
  const shorter = Math.min(base.length, head.length);
  let start = 0;
  while (start < shorter && sameJson(base[start], head[start])) start += 1;
  let end = 0;
  while (end < shorter - start && sameJson(base.at(-1 - end), head.at(-1 - end))) end += 1;
  return [base.slice(start, base.length - end), head.slice(start, head.length - end)];
}
