import type { StoreUser } from '../visit/store-user.ts';
import { wordsOf, type CatalogueQuery } from './catalogue-query.ts';
import { compareNames, isVisible, visibleApis, type Catalogue, type CatalogueApi } from './catalogue.ts';
import { facets, writtenValues, type Facet, type FacetValues, type VersionValues } from './facet-values.ts';
import { notFound, rankWord, searchIndexOf } from './search-index.ts';

/** The results of a query. */
export interface FoundApis {
  /** Sorted as the query requests. */
  readonly apis: readonly CatalogueApi[];
  /** For each value of a facet, the number of APIs that it would match with the other filters unchanged. */
  readonly counts: Readonly<Record<Facet, ReadonlyMap<string, number>>>;
}

/** The APIs that match a query, among the APIs that a reader may see. */
export async function searchCatalogue(
  catalogue: Catalogue,
  query: CatalogueQuery,
  user: StoreUser | undefined,
): Promise<FoundApis> {
  const wanted = numberFilters(catalogue, query);
  const ranks = await rankApis(catalogue, query, user);
  const matching = visibleApis(catalogue, user).filter(({ position }) => ranks?.[position] !== notMatching);
  const fits = createFilter(wanted);
  const apis = fits ? matching.filter((api) => api.versions.some(({ values }) => fits(values))) : matching;
  const count = (facet: Facet) => countValues(matching, facet, catalogue.facets()[facet], wanted);
  const counts = { state: count('state'), owner: count('owner'), tag: count('tag') };
  return { apis: sortApis(apis, query, ranks), counts };
}

function numberFilters(catalogue: Catalogue, { filters }: CatalogueQuery): WantedValues {
  const values = catalogue.facets();
  return Object.fromEntries(
    facets.flatMap((facet) => {
      const wanted = filters[facet];
      return wanted === undefined ? [] : [[facet, values[facet].numberOf(wanted) ?? unknownValue]];
    }),
  );
}

/** The index for a value that no version has. */
const unknownValue = -1;

function sortApis(
  apis: readonly CatalogueApi[],
  { sort }: CatalogueQuery,
  ranks: Ranks | undefined,
): readonly CatalogueApi[] {
  if (sort === 'owner') return apis.toSorted(compareOwners);
  if (sort === 'name' || !ranks) return apis;
  return apis.toSorted((one, other) => (ranks[one.position] ?? 0) - (ranks[other.position] ?? 0));
}

/** How well each API matches a text, by the API's position; lower is better. */
type Ranks = Int16Array;

const notMatching = 0x7fff;

/** How well the APIs match the text of a query; undefined if the query has no text. */
async function rankApis(
  catalogue: Catalogue,
  query: CatalogueQuery,
  user: StoreUser | undefined,
): Promise<Ranks | undefined> {
  const text = wordsOf(query);
  if (!text) return undefined;
  const index = await searchIndexOf(catalogue);
  const apis = catalogue.apis();
  const ranks = new Int16Array(apis.length);
  for (const word of text.words) {
    const ofWord = rankWord(index, apis, word, (version) => isVisible(version, user));
    ofWord.forEach((rank, position) => {
      if (rank === notFound) ranks[position] = notMatching;
      else if (ranks[position] !== notMatching) ranks[position] = (ranks[position] ?? 0) + rank;
    });
  }
  const named = apis.find(({ foldedName }) => foldedName === text.whole);
  if (named) ranks[named.position] = -1;
  return ranks;
}

function compareOwners(one: CatalogueApi, other: CatalogueApi): number {
  const [a, b] = [ownerOf(one), ownerOf(other)];
  if (a === b) return compareNames(one, other);
  return a < b ? -1 : 1;
}

function ownerOf({ versions }: CatalogueApi): string {
  return versions[0]?.ownerName.toLowerCase() ?? '';
}

/** For each filtered facet, the index of the value that a version must have. */
type WantedValues = Readonly<Partial<Record<Facet, number>>>;

/**
 * A predicate for versions that have the wanted value in each facet, except in the facet `except`; undefined if every
 * version fits.
 */
function createFilter(
  wanted: WantedValues,
  except?: Facet,
): ((values: VersionValues) => boolean) | undefined {
  const filters = facets.flatMap((facet) => {
    const number = facet === except ? undefined : wanted[facet];
    return number === undefined ? [] : [{ facet, number }];
  });
  if (filters.length === 0) return undefined;
  return (values) => filters.every(({ facet, number }) => values[facet].includes(number));
}

/**
 * For each value of a facet, the number of APIs with a version that has the value and fits the filters of the other
 * facets. An API counts once per value, even if several versions have it. The value is written as the first of the APIs
 * writes it, since a reader must not see how others do.
 */
function countValues(
  apis: readonly CatalogueApi[],
  facet: Facet,
  { size }: FacetValues,
  wanted: WantedValues,
): ReadonlyMap<string, number> {
  const counts = new Map<number, { readonly name: string; count: number }>();
  const lastPosition = new Int32Array(size).fill(-1);
  const fits = createFilter(wanted, facet);
  for (const { position, versions } of apis)
    for (const version of versions)
      if (!fits || fits(version.values))
        for (const [index, number] of version.values[facet].entries())
          if (lastPosition[number] !== position) {
            lastPosition[number] = position;
            const known = counts.get(number);
            if (known) known.count += 1;
            else counts.set(number, { name: writtenValues(facet, version)[index] ?? '', count: 1 });
          }
  const byNumber = [...counts].toSorted(([one], [other]) => one - other);
  return new Map(byNumber.map(([, { name, count }]) => [name, count]));
}
