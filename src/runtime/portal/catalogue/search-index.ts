import type { Catalogue, CatalogueApi, CatalogueVersion } from './catalogue.ts';
import { ranks, searchableTexts } from './searchable-text.ts';

/** Which versions have which words. */
interface SearchIndex {
  /** In the order of the postings. */
  readonly versions: readonly IndexedVersion[];
  /** By word, the versions that contain it: the number of the version times 8, plus the rank of the word in it. */
  readonly postings: ReadonlyMap<string, readonly number[]>;
}

interface IndexedVersion {
  readonly version: CatalogueVersion;
  /** The position of its API in the catalogue. */
  readonly position: number;
}

/** So many APIs are read at once, which takes about a millisecond: calls wait no longer for their turn. */
const sliceSize = 20;

const built = new WeakMap<Catalogue, Promise<SearchIndex>>();

/** What searches of a catalogue look at; built on first use. */
export function searchIndexOf(catalogue: Catalogue): Promise<SearchIndex> {
  const known = built.get(catalogue);
  if (known) return known;
  const made = buildSearchIndex(catalogue.apis());
  built.set(catalogue, made);
  return made;
}

/** Reads all words of a catalogue, and leaves room for calls in between. */
async function buildSearchIndex(apis: readonly CatalogueApi[]): Promise<SearchIndex> {
  const versions: IndexedVersion[] = [];
  const postings = new Map<string, number[]>();
  for (let from = 0; from < apis.length; from += sliceSize) {
    for (const api of apis.slice(from, from + sliceSize)) addApi(api);
    await new Promise((resolve) => void setImmediate(resolve));
  }
  return { versions, postings };

  function addApi({ position, versions: ofApi }: CatalogueApi): void {
    for (const version of ofApi) {
      for (const [word, rank] of wordsOf(version)) addPosting(word, versions.length * 8 + rank);
      versions.push({ version, position });
    }
  }

  function addPosting(word: string, posting: number): void {
    const ofWord = postings.get(word);
    if (ofWord) ofWord.push(posting);
    else postings.set(word, [posting]);
  }
}

/** A version is found by its whole number only, so it is kept as what no word of a search begins with: `v` finds no v1. */
function keyOfVersion(folded: string): string {
  return `=${folded}`;
}

/** The words of a version, each with its best rank. */
function wordsOf({ api, entry }: CatalogueVersion): ReadonlyMap<string, number> {
  const words = new Map<string, number>([[keyOfVersion(entry.version.toLowerCase()), ranks.name]]);
  for (const { rank, text } of searchableTexts(api))
    if (text !== '') for (const word of text.split(' ')) if (!words.has(word)) words.set(word, rank);
  return words;
}

/** The rank of an API in which a word is not found. */
export const notFound = 255;

/**
 * The best rank of a word in each API, by its position, from the versions that a reader can see. A word is found by its
 * beginning, so that a search finds something before it is typed to its end; in names also by its middle.
 */
export function rankWord(
  { versions, postings }: SearchIndex,
  apis: readonly CatalogueApi[],
  word: string,
  canSee: (version: CatalogueVersion) => boolean,
): Uint8Array {
  const best = Uint8Array.from(apis, ({ foldedName }) => rankInName(foldedName, word));
  const whole = keyOfVersion(word);
  for (const [indexed, ofWord] of postings) {
    if (!indexed.startsWith(word) && indexed !== whole) continue;
    for (const posting of ofWord) {
      const found = versions[Math.floor(posting / 8)];
      const rank = posting % 8;
      if (found && rank < (best[found.position] ?? 0) && canSee(found.version)) best[found.position] = rank;
    }
  }
  return best;
}

function rankInName(foldedName: string, word: string): number {
  if (foldedName.startsWith(word)) return ranks.namePrefix;
  return foldedName.includes(word) ? ranks.name : notFound;
}
