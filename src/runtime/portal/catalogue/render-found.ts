import { html, type Html } from '#runtime/pages/html.ts';
import { renderPagination, takePage, type ListPage } from '../pages/pagination.ts';
import type { PageReader } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';
import { catalogueOf, type CatalogueApi } from './catalogue.ts';
import { sortings, writeCatalogueQuery, type CatalogueQuery } from './catalogue-query.ts';
import { facets } from './facet-values.ts';
import { renderApiCard } from './render-api-card.ts';
import { renderActiveFilters, renderFilters } from './render-filters.ts';
import { searchCatalogue, type FoundApis } from './search-catalogue.ts';

const { catalogue } = texts;
const pageSize = 50;

/**
 * What a query finds among the APIs that the reader can see. The script of the page replaces it while somebody types,
 * and has its `data-status` read aloud.
 */
export async function renderFound(query: CatalogueQuery, reader: PageReader): Promise<Html> {
  const { portal, user } = reader;
  const found = await searchCatalogue(catalogueOf(portal), query, user);
  const page = takePage(found.apis, query.page, pageSize);
  const status = describeCount(found, page);
  const { path } = portal.addresses;
  const hasFilters = facets.some((facet) => found.counts[facet].size > 0);
  return html`<div id="found" ${hasFilters ? html`class="with-aside"` : undefined} data-status="${status}">
    ${hasFilters ? renderFilters(found, query, path) : undefined}
    <div class="stack">
      ${renderActiveFilters(query, path)}
      ${
        found.apis.length === 0
          ? renderNone(path)
          : html`<div class="row apart">
                <p class="found-count">${status}</p>
                ${renderSortings(query, path)}
              </div>
              <ul class="cards">
                ${page.items.map((api) => renderApiCard(api, reader))}
              </ul>`
      }
      ${renderPagination(page, (number) => path + writeCatalogueQuery(query, { page: number }))}
    </div>
  </div>`;
}

function describeCount({ apis }: FoundApis, { pages, items, from }: ListPage<CatalogueApi>): string {
  if (apis.length === 0) return catalogue.none;
  return pages === 1
    ? catalogue.count(apis.length)
    : catalogue.range(from + 1, from + items.length, apis.length);
}

function renderSortings(query: CatalogueQuery, path: string): Html {
  const possible = sortings.filter((sort) => sort !== 'match' || query.text !== '');
  return html`<nav class="sortings" aria-label="${catalogue.sortLabel}">
    <span aria-hidden="true">${catalogue.sortLabel}</span>
    <ul>
      ${possible.map(
        (sort) =>
          html`<li>
            <a
              href="${path}${writeCatalogueQuery(query, { sort })}"
              ${sort === query.sort ? html` aria-current="true"` : undefined}
              >${catalogue.sort[sort]}</a
            >
          </li>`,
      )}
    </ul>
  </nav>`;
}

function renderNone(path: string): Html {
  return html`<div class="empty">
    <h2>${catalogue.none}</h2>
    <p class="quiet">${catalogue.noneAdvice}</p>
    <p><a class="button quiet" href="${path}">${catalogue.showAll}</a></p>
  </div>`;
}
