import { sameJson } from '../../../compiled/same-json.ts';

/** The entries of two lists: those that only one has, and those that differ. */
interface PairedEntries<Entry> {
  readonly added: readonly Entry[];
  readonly removed: readonly Entry[];
  readonly changed: readonly (readonly [before: Entry, after: Entry])[];
}

/** Pairs the entries of two lists by a key that is unique in each. */
export function pairEntries<Entry>(
  base: readonly Entry[],
  head: readonly Entry[],
  keyOf: (entry: Entry) => string,
): PairedEntries<Entry> {
  const [old, now] = trimCommonEnds(base, head);
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

/** The range from the first difference to the last: long lists mostly differ in few entries. */
function trimCommonEnds<Entry>(
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
