import { html, type Html } from '#runtime/pages/html.ts';
import { renderPagination, takePage } from '../pages/pagination.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';
import { catalogueOf } from './catalogue.ts';
import { readCatalogueQuery, writeCatalogueQuery } from './catalogue-query.ts';
import { pluralOf } from './render-filters.ts';
import { searchCatalogue } from './search-catalogue.ts';

const { catalogue } = texts;
const pageSize = 200;

/** Shows all values of a facet, each with the number of its APIs. */
export async function showFacet(facet: 'owner' | 'tag', visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, user } = visit;
  const { path } = portal.addresses;
  const all = readCatalogueQuery(new URLSearchParams());
  const { counts } = await searchCatalogue(catalogueOf(portal), all, user);
  const values = [...counts[facet]].toSorted(([a], [b]) => compareTexts(a, b));
  const page = takePage(values, readCatalogueQuery(visit.query).page, pageSize);
  const renderValue = ([value, count]: readonly [string, number]): Html =>
    html`<li>
      <a href="${path}${writeCatalogueQuery(all, { filters: { [facet]: value } })}"
        ><bdi>${value}</bdi> <span class="count">${String(count)}</span></a
      >
    </li>`;
  const main = html`<nav class="trail" aria-label="${texts.layout.trail}">
      <ol>
        <li><a href="${path}">${catalogue.title}</a></li>
        <li aria-current="page">${catalogue.browse[facet]}</li>
      </ol>
    </nav>
    <h1>${catalogue.browse[facet]}</h1>
    ${
      values.length === 0
        ? renderNone(facet, path)
        : html`<ul class="values">
            ${page.items.map(renderValue)}
          </ul>`
    }
    ${renderPagination(page, (number) => `${path}/${pluralOf[facet]}${number > 1 ? `?page=${number}` : ''}`)}`;
  return { status: 200, page: { title: catalogue.browse[facet], main, section: 'catalogue' } };
}

function renderNone(facet: 'owner' | 'tag', path: string): Html {
  return html`<div class="empty">
    <h2>${catalogue.noValues[facet]}</h2>
    <p><a class="button quiet" href="${path}">${catalogue.showAll}</a></p>
  </div>`;
}

function compareTexts(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a !== b) return a < b ? -1 : 1;
  return one < other ? -1 : 1;
}
