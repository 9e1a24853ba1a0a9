import { html, type Html } from '#runtime/pages/html.ts';
import { renderPagination, takePage } from '../pages/pagination.ts';
import { formatCount } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';
import { pathOfFeed, pathOfForm } from '../visit/paths.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { readCatalogueQuery, writeCatalogueQuery, type CatalogueQuery } from './catalogue-query.ts';
import { catalogueOf, visibleApis } from './catalogue.ts';
import { facets } from './facet-values.ts';
import { listForAgents } from './list-for-agents.ts';
import { renderFound, pluralOf, nameOfValue } from './render-found.ts';
import { searchCatalogue } from './search-catalogue.ts';
import { searchIndexOf } from './search-index.ts';

const { catalogue } = texts;

export const catalogueEndpoints: readonly PortalEndpoint[] = [
  {
    method: 'GET',
    path: '',
    use: 'page',
    audience: 'catalogue',
    markdown: 'rendered',
    answer: showCatalogue,
  },
  { method: 'GET', path: '/llms.txt', use: 'text', audience: 'catalogue', answer: listForAgents },
  { method: 'GET', path: '/found', use: 'script', audience: 'catalogue', answer: sendFound },
  ...(['owner', 'tag'] as const).map((facet): PortalEndpoint => ({
    method: 'GET',
    path: `/${facet === 'owner' ? 'owners' : 'topics'}`,
    use: 'page',
    audience: 'catalogue',
    markdown: 'rendered',
    answer: (visit) => showFacet(facet, visit),
  })),
];

/** Shows the APIs in the catalogue, or those that match a query. */
async function showCatalogue(visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, user } = visit;
  const query = readCatalogueQuery(visit.query);
  const main = html`<div class="page-head">
      <h1>${catalogue.title}</h1>
      <p class="lead">${catalogue.lead}</p>
    </div>
    ${visibleApis(catalogueOf(portal), user).length === 0 ? renderEmpty(visit) : await renderSearch(query, visit)}`;
  // Builds the search index in advance, since readers of this page often search next. If it fails, their search does too.
  searchIndexOf(catalogueOf(portal)).catch(() => undefined);
  return {
    status: 200,
    page: {
      title: catalogue.title,
      main,
      section: 'catalogue',
      scripts: ['search-catalogue.js'],
      ...(portal.store.visibility === 'public' && {
        feed: { title: texts.feeds.ofCatalogue(portal.title), path: pathOfFeed(portal.addresses) },
      }),
    },
  };
}

/** Sends the results of a query, for the script that searches as the reader types. */
async function sendFound(visit: StoreVisit): Promise<StoreAnswer> {
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

const pageSize = 200;

/** Shows all values of a facet, each with the number of its APIs. */
async function showFacet(facet: 'owner' | 'tag', visit: StoreVisit): Promise<StoreAnswer> {
  const { portal, user } = visit;
  const { path } = portal.addresses;
  const all = readCatalogueQuery(new URLSearchParams());
  const { counts } = await searchCatalogue(catalogueOf(portal), all, user);
  const nameOf = (value: string) => nameOfValue(visit, facet, value);
  const byName = [...counts[facet]].toSorted(([a], [b]) => compareTexts(nameOf(a), nameOf(b)));
  // Documents have many topics of their own, among which those of several APIs could not be found by name.
  const values = facet === 'tag' ? byName.toSorted(([, one], [, other]) => other - one) : byName;
  const page = takePage(values, readCatalogueQuery(visit.query).page, pageSize);
  const renderValue = ([value, count]: readonly [string, number]): Html =>
    html`<li>
      <a href="${path}${writeCatalogueQuery(all, { filters: { [facet]: value } })}"
        ><bdi>${nameOf(value)}</bdi> <span class="count">${formatCount(count)}</span></a
      >
    </li>`;
  const main = html`<nav class="trail" aria-label="${texts.layout.breadcrumb}">
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
