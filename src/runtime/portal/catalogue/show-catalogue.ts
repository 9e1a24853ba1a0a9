import { html, type Html } from '#runtime/pages/html.ts';
import { pathOfForm } from '../visit/paths.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { texts } from '../texts/texts.ts';
import { catalogueOf } from './catalogue.ts';
import { readCatalogueQuery, type CatalogueQuery } from './catalogue-query.ts';
import { facets } from './facet-values.ts';
import { renderFound } from './render-found.ts';
import { searchIndexOf } from './search-index.ts';
import { visibleApis } from './visible-apis.ts';

const { catalogue } = texts;

/** Shows the APIs of the catalogue: all, or what a query finds. */
export async function showCatalogue(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, user } = visit;
  const query = readCatalogueQuery(visit.query);
  const main = html`<div class="page-head">
      <h1>${catalogue.title}</h1>
      <p class="lead">${catalogue.lead}</p>
    </div>
    ${visibleApis(catalogueOf(portal), user).length === 0 ? renderEmpty(visit) : await renderSearch(query, visit)}`;
  // Whoever looks at the list searches it next.
  void searchIndexOf(catalogueOf(portal));
  return {
    status: 200,
    page: { title: catalogue.title, main, section: 'catalogue', scripts: ['search-catalogue.js'] },
  };
}

/** What a query finds, for the script that searches while somebody types. */
export async function sendFound(visit: StoreVisit): Promise<StoreAnswer> {
  const found = await renderFound(readCatalogueQuery(visit.query), visit);
  return { status: 200, type: 'text/html; charset=utf-8', body: String(found) };
}

function renderEmpty({ portal: { addresses }, user }: StoreVisit): Html {
  const next = user
    ? html`<a class="button quiet" href="${pathOfForm(addresses, 'api')}">${texts.proposals.list.newApi}</a>`
    : html`<a class="button quiet" href="${addresses.path}/sign-in">${texts.layout.navigation.signIn}</a>`;
  return html`<div class="empty">
    <h2>${catalogue.empty}</h2>
    <p class="quiet">${catalogue.emptyAdvice} ${user ? undefined : catalogue.emptySignIn}</p>
    <p>${next}</p>
  </div>`;
}

async function renderSearch(query: CatalogueQuery, visit: StoreVisit): Promise<Html> {
  const { path } = visit.portal.addresses;
  return html`<form class="search" role="search" action="${path}" data-found="${path}/found">
      <label class="visually-hidden" for="q">${catalogue.search}</label>
      <input
        id="q"
        name="q"
        type="search"
        value="${query.text}"
        placeholder="${catalogue.placeholder}"
        maxlength="100"
        autocomplete="off"
        spellcheck="false"
      />
      ${facets.map((facet) => renderHidden(facet, query.filters[facet]))}
      ${query.sort === 'owner' ? renderHidden('sort', query.sort) : undefined}
      <button type="submit">${catalogue.submit}</button>
    </form>
    <p class="visually-hidden" role="status"></p>
    ${await renderFound(query, visit)}`;
}

function renderHidden(name: string, value: string | undefined): Html {
  return value === undefined ? html`` : html`<input type="hidden" name="${name}" value="${value}" />`;
}
