import type { CatalogueApi } from './catalogue.ts';
import { facets, type Facet, type FacetValues, type VersionValues } from './facet-values.ts';

/** A value that a version must have in each facet, by its number. */
export type WantedValues = Readonly<Partial<Record<Facet, number>>>;

/** Checks whether a version has the wanted value in each facet, or in all but one; undefined if nothing is wanted. */
export function createFilter(
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
 * How many APIs have each value of a facet, in a version that fits the filters of the other facets. An API counts once
 * for a value, however many of its versions have it.
 */
export function countValues(
  apis: readonly CatalogueApi[],
  facet: Facet,
  { names }: FacetValues,
  wanted: WantedValues,
): ReadonlyMap<string, number> {
  const counts = new Uint32Array(names.length);
  const lastPosition = new Int32Array(names.length).fill(-1);
  const fits = createFilter(wanted, facet);
  for (const { position, versions } of apis)
    for (const { values } of versions)
      if (!fits || fits(values))
        for (const number of values[facet])
          if (lastPosition[number] !== position) {
            lastPosition[number] = position;
            counts[number] = (counts[number] ?? 0) + 1;
          }
  return new Map(
    names.flatMap((name, number) => {
      const count = counts[number] ?? 0;
      return count === 0 ? [] : [[name, count] as const];
    }),
  );
}
