import { html, type Html } from '#runtime/pages/html.ts';
import { texts } from '../texts/texts.ts';
import { isState, writeCatalogueQuery, type CatalogueQuery } from './catalogue-query.ts';
import { facets, type Facet } from './facet-values.ts';
import type { FoundApis } from './search-catalogue.ts';

const { catalogue } = texts;
const mostValues = 10;

/** In the order of the lifecycle. */
const states = Object.keys(texts.states);

/** What the found APIs can be narrowed down by, with how many each choice leaves. */
export function renderFilters({ counts }: FoundApis, query: CatalogueQuery, path: string): Html {
  return html`<details class="filters">
    <summary>${catalogue.filters}</summary>
    ${facets.map((facet) => renderFacet(facet, counts[facet], query, path))}
  </details>`;
}

function renderFacet(
  facet: Facet,
  counts: ReadonlyMap<string, number>,
  query: CatalogueQuery,
  path: string,
): Html {
  if (counts.size === 0) return html``;
  const values = [...counts].toSorted(facet === 'state' ? compareStates : compareCounts);
  const chosen = query.filters[facet];
  const shown = values.filter(([value], index) => index < mostValues || value === chosen);
  return html`<section class="facet">
    <h2>${catalogue.facets[facet]}</h2>
    <ul>
      ${shown.map(([value, count]) => renderValue(facet, value, count, query, path))}
    </ul>
    ${
      facet === 'state' || values.length <= shown.length
        ? undefined
        : html`<p><a href="${path}/${pluralOf[facet]}">${catalogue.more[facet]}</a></p>`
    }
  </section>`;
}

type Count = readonly [value: string, count: number];

function compareStates([one]: Count, [other]: Count): number {
  return states.indexOf(one) - states.indexOf(other);
}

/** What most APIs have comes first. */
function compareCounts([one, count]: Count, [other, otherCount]: Count): number {
  return otherCount - count || (one < other ? -1 : 1);
}

/** The pages that list all values of a facet. */
export const pluralOf = { owner: 'owners', tag: 'topics' } as const;

/** A value that is chosen is removed by choosing it again. */
function renderValue(facet: Facet, value: string, count: number, query: CatalogueQuery, path: string): Html {
  const isChosen = query.filters[facet] === value;
  const { [facet]: _removed, ...others } = query.filters;
  const filters = isChosen ? others : { ...query.filters, [facet]: value };
  return html`<li>
    <a
      href="${path}${writeCatalogueQuery(query, { filters })}"
      ${isChosen ? html` aria-current="true"` : undefined}
      ><bdi>${nameOfValue(facet, value)}</bdi> <span class="count">${String(count)}</span></a
    >
  </li>`;
}

/** The filters that are in force, each with the way to remove it. */
export function renderActiveFilters(query: CatalogueQuery, path: string): Html | undefined {
  const active = facets.flatMap((facet) => {
    const value = query.filters[facet];
    return value === undefined ? [] : [{ facet, value }];
  });
  if (active.length === 0) return undefined;
  return html`<ul class="tags active-filters" aria-label="${catalogue.active}">
    ${active.map(({ facet, value }) => {
      const { [facet]: _removed, ...filters } = query.filters;
      const name = nameOfValue(facet, value);
      const label = catalogue.remove(catalogue.facets[facet], name);
      return html`<li>
        <a class="tag" href="${path}${writeCatalogueQuery(query, { filters })}" aria-label="${label}"
          >${catalogue.facets[facet]}: <bdi>${name}</bdi> <span aria-hidden="true">×</span></a
        >
      </li>`;
    })}
  </ul>`;
}

function nameOfValue(facet: Facet, value: string): string {
  return facet === 'state' && isState(value) ? texts.states[value] : value;
}
