import type { LifecycleState } from '#compiled/manifest.ts';
import { readPageNumber } from '../pages/pagination.ts';
import { texts } from '../texts/texts.ts';
import { facets, type Facet } from './facet-values.ts';
import { foldText } from './fold-text.ts';

export const sortings = ['match', 'name', 'owner'] as const;
type Sorting = (typeof sortings)[number];

/** The search, filters, sorting and page in the URL of the catalogue. */
export interface CatalogueQuery {
  /** As typed. */
  readonly text: string;
  /** For each facet, the value that a version must have; absent facets are not filtered. */
  readonly filters: Readonly<Partial<Record<Facet, string>>>;
  /** `match` only if `text` is not empty. */
  readonly sort: Sorting;
  /** The page number, at least 1. */
  readonly page: number;
}

const longestText = 100;
const longestFilter = 300;
const mostWords = 8;

/** Reads a query. Invalid values are ignored, since people edit URLs by hand. */
export function readCatalogueQuery(query: URLSearchParams): CatalogueQuery {
  const text = (query.get('q') ?? '').trim().slice(0, longestText);
  const sort = sortings.find((one) => one === query.get('sort'));
  return {
    text,
    filters: Object.fromEntries(facets.flatMap((facet) => readFilter(facet, query.get(facet)))),
    sort: text === '' ? (sort === 'owner' ? 'owner' : 'name') : (sort ?? 'match'),
    page: readPageNumber(query),
  };
}

function readFilter(facet: Facet, value: string | null): readonly (readonly [Facet, string])[] {
  if (value === null || value === '' || value.length > longestFilter) return [];
  if (facet === 'state' && !isState(value)) return [];
  return [[facet, value]];
}

export function isState(value: string): value is LifecycleState {
  return Object.hasOwn(texts.states, value);
}

/** The words of a search. */
interface SearchWords {
  /** The folded text without spaces, which is compared with the folded names of APIs. */
  readonly whole: string;
  /** The folded words. */
  readonly words: readonly string[];
}

/** The words of a query; undefined if its text has none. */
export function wordsOf({ text }: CatalogueQuery): SearchWords | undefined {
  const folded = foldText(text);
  if (folded === '') return undefined;
  return { whole: folded.replaceAll(' ', ''), words: [...new Set(folded.split(' '))].slice(0, mostWords) };
}

/**
 * The query string of a query with changes; returns to the first page unless `changes` names another. Omits the first
 * page and the default sorting.
 */
export function writeCatalogueQuery(query: CatalogueQuery, changes: Partial<CatalogueQuery> = {}): string {
  const { text, filters, sort, page } = { ...query, page: 1, ...changes };
  const usual = text === '' ? 'name' : 'match';
  const parameters = new URLSearchParams({
    ...(text !== '' && { q: text }),
    ...filters,
    ...(sort !== usual && { sort }),
    ...(page > 1 && { page: String(page) }),
  });
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}
