import type { LifecycleState } from '#compiled/manifest.ts';
import { readPageNumber } from '../pages/pagination.ts';
import { texts } from '../texts/texts.ts';
import { facets, type Facet } from './facet-values.ts';
import { foldText } from './fold-text.ts';

export const sortings = ['match', 'name', 'owner'] as const;
type Sorting = (typeof sortings)[number];

/** The part of the catalogue that a reader wants to see, as the query of its address says. */
export interface CatalogueQuery {
  /** As it was typed. */
  readonly text: string;
  /** A value of each facet that a version must have. */
  readonly filters: Readonly<Partial<Record<Facet, string>>>;
  /** `match` only where there is a text. */
  readonly sort: Sorting;
  /** From 1 on. */
  readonly page: number;
}

const longestText = 100;
const longestFilter = 300;
const mostWords = 8;

/** Reads a query. What does not fit is left out, since people change addresses by hand. */
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
  /** Without spaces: the name of an API that is written with spaces or in another case is that name. */
  readonly whole: string;
  /** Folded. */
  readonly words: readonly string[];
}

/** The words of a query; undefined if it has none. */
export function wordsOf({ text }: CatalogueQuery): SearchWords | undefined {
  const folded = foldText(text);
  if (folded === '') return undefined;
  return { whole: folded.replaceAll(' ', ''), words: [...new Set(folded.split(' '))].slice(0, mostWords) };
}

/** The query of an address, with changes. The first page, and the usual order, are not named. */
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
