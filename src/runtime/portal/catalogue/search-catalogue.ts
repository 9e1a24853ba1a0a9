import { compareNames, type CatalogueApi, type CatalogueVersion } from './catalogue.ts';
import { facets, wordsOf, type CatalogueQuery, type Facet } from './catalogue-query.ts';
import { rankApi } from './rank-api.ts';

/** What a query finds. */
export interface FoundApis {
  /** In the order of the query. */
  readonly apis: readonly CatalogueApi[];
  /** How many APIs each value of a facet would find, with the other filters as they are. */
  readonly counts: Readonly<Record<Facet, ReadonlyMap<string, number>>>;
}

interface RankedApi {
  readonly api: CatalogueApi;
  readonly rank: number;
}

/** The APIs that a query finds among those that a reader can see. */
export function searchCatalogue(apis: readonly CatalogueApi[], query: CatalogueQuery): FoundApis {
  const ranked = rankApis(apis, query);
  const { filters } = query;
  const fits = ranked.filter(({ api }) => api.versions.some((version) => fitsFilters(version, filters)));
  return { apis: sortApis(fits, query), counts: countValues(ranked, filters) };
}

function rankApis(apis: readonly CatalogueApi[], query: CatalogueQuery): readonly RankedApi[] {
  const words = wordsOf(query);
  if (!words) return apis.map((api) => ({ api, rank: 0 }));
  return apis.flatMap((api) => {
    const rank = rankApi(api, words);
    return rank === undefined ? [] : [{ api, rank }];
  });
}

/** APIs come in the order of their names. */
function sortApis(found: readonly RankedApi[], { sort }: CatalogueQuery): readonly CatalogueApi[] {
  if (sort === 'match') return found.toSorted((one, other) => one.rank - other.rank).map(({ api }) => api);
  const apis = found.map(({ api }) => api);
  return sort === 'owner' ? apis.toSorted(compareOwners) : apis;
}

function compareOwners(one: CatalogueApi, other: CatalogueApi): number {
  const [a, b] = [ownerOf(one), ownerOf(other)];
  if (a === b) return compareNames(one, other);
  return a < b ? -1 : 1;
}

function ownerOf({ versions }: CatalogueApi): string {
  return versions[0]?.api.owner.toLowerCase() ?? '';
}

function fitsFilters(version: CatalogueVersion, filters: CatalogueQuery['filters'], except?: Facet): boolean {
  return facets.every((facet) => {
    const wanted = filters[facet];
    return wanted === undefined || facet === except || valuesOf(version, facet).includes(wanted);
  });
}

/** The values of a version by which it is found in a facet. */
function valuesOf({ entry, api, description }: CatalogueVersion, facet: Facet): readonly string[] {
  if (facet === 'state') return [entry.state];
  return facet === 'owner' ? [api.owner] : description.tags;
}

function countValues(found: readonly RankedApi[], filters: CatalogueQuery['filters']): FoundApis['counts'] {
  const counts = {
    state: new Map(),
    owner: new Map(),
    tag: new Map(),
  } as const satisfies FoundApis['counts'];
  for (const facet of facets) for (const { api } of found) countApi(api, facet, filters, counts[facet]);
  return counts;
}

/** An API counts once for a value, however many of its versions have it. */
function countApi(
  { versions }: CatalogueApi,
  facet: Facet,
  filters: CatalogueQuery['filters'],
  counts: Map<string, number>,
): void {
  const values = new Set<string>();
  for (const version of versions)
    if (fitsFilters(version, filters, facet)) for (const value of valuesOf(version, facet)) values.add(value);
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
}
