import { textOfContract } from '#compiled/deferred-contract.ts';
import type { Catalogue, CatalogueApi, CatalogueVersion } from './catalogue.ts';
import { foldText } from './fold-text.ts';
import { ranks, searchableTexts } from './searchable-text.ts';

/** An inverted index from words to the versions that contain them. */
interface SearchIndex {
  /** The versions; postings refer to their indexes. */
  readonly versions: readonly IndexedVersion[];
  /**
   * For each word, the versions that contain it: the index of the version times 8, plus the rank of the word in that
   * version.
   */
  readonly postings: ReadonlyMap<string, readonly number[]>;
}

interface IndexedVersion {
  readonly version: CatalogueVersion;
  /** The position of the version's API in the catalogue. */
  readonly position: number;
}

/** How much is indexed before calls get their turn: in APIs, and in characters of their contracts. */
const sliceSize = 10;
const sliceCharacters = 200_000;

const built = new WeakMap<Catalogue, Promise<SearchIndex>>();

/** The search index of a catalogue, built on first use. One that could not be built is built again on the next use. */
export function searchIndexOf(catalogue: Catalogue): Promise<SearchIndex> {
  const known = built.get(catalogue);
  if (known) return known;
  const made = buildSearchIndex(catalogue.apis());
  built.set(catalogue, made);
  made.catch(() => built.delete(catalogue));
  return made;
}

/** Indexes all words of a catalogue, in slices between which calls can run. */
async function buildSearchIndex(apis: readonly CatalogueApi[]): Promise<SearchIndex> {
  const versions: IndexedVersion[] = [];
  const postings = new Map<string, number[]>();
  let [inSlice, characters] = [0, 0];
  for (const api of apis) {
    const length = api.versions.reduce((sum, version) => sum + textOfContract(version.api).length, 0);
    if (inSlice === sliceSize || (inSlice > 0 && characters + length > sliceCharacters)) {
      await new Promise((resolve) => void setImmediate(resolve));
      [inSlice, characters] = [0, 0];
    }
    addApi(api);
    inSlice += 1;
    characters += length;
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

/**
 * The index key of a version number. The prefix `=` never begins a search word, so only the whole number matches: `v`
 * does not match `v1`.
 */
function keyOfVersion(folded: string): string {
  return `=${folded}`;
}

/** The words of a version, each with its best rank in it. */
function wordsOf({ api, entry, ownerName }: CatalogueVersion): ReadonlyMap<string, number> {
  const words = new Map<string, number>([[keyOfVersion(entry.version.toLowerCase()), ranks.name]]);
  const owner = { rank: ranks.owner, text: foldText(ownerName) };
  for (const { rank, text } of [...searchableTexts(api), owner])
    if (text !== '') for (const word of text.split(' ')) if (!words.has(word)) words.set(word, rank);
  return words;
}

/** The rank of an API in which a word is not found. */
export const notFound = 255;

/**
 * The best rank of a word in each API, by the API's position, among the versions that a reader may see. A word matches
 * the beginning of an indexed word, so that searches find results while the reader types. In API names it also matches
 * in the middle.
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
