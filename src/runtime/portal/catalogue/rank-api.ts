import type { CatalogueApi, CatalogueVersion } from './catalogue.ts';
import { searchableText } from './searchable-text.ts';

/** How well a word fits, best first; the ranks of all words of a search are added. */
const ranks = { namePrefix: 0, name: 1, tag: 2, title: 3, description: 4, owner: 5 } as const;

/** What somebody searches for. */
export interface SearchWords {
  /** Folded, without spaces: the name of an API that is written with spaces or in another case is that name. */
  readonly whole: string;
  /** Folded. */
  readonly words: readonly string[];
}

/** How well an API fits a search, the best first; undefined if one of the words is not found in it. */
export function rankApi(api: CatalogueApi, { whole, words }: SearchWords): number | undefined {
  if (api.foldedName === whole) return -1;
  let sum = 0;
  for (const word of words) {
    const rank = rankWord(api, word);
    if (rank === undefined) return undefined;
    sum += rank;
  }
  return sum;
}

function rankWord({ foldedName, versions }: CatalogueApi, word: string): number | undefined {
  if (foldedName.startsWith(word)) return ranks.namePrefix;
  if (foldedName.includes(word)) return ranks.name;
  let best: number | undefined;
  for (const version of versions) {
    const rank = rankInVersion(version, word);
    if (rank !== undefined && (best === undefined || rank < best)) best = rank;
  }
  return best;
}

/** A word is found by its beginning, so that a search finds something before it is written to its end. */
function rankInVersion({ api, entry }: CatalogueVersion, word: string): number | undefined {
  if (entry.version.toLowerCase() === word) return ranks.name;
  const { tags, title, description, owner } = searchableText(api);
  const beginning = ` ${word}`;
  if (tags.includes(beginning)) return ranks.tag;
  if (title.includes(beginning)) return ranks.title;
  if (description.includes(beginning)) return ranks.description;
  return owner.includes(beginning) ? ranks.owner : undefined;
}
