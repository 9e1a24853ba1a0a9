import type { CompiledApi } from '#compiled/compiled-api.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderPagination, takePage, type ListPage } from '../pages/pagination.ts';
import { formatCount } from '../texts/quantities.ts';
import { texts } from '../texts/texts.ts';
import type { PageReader } from '../visit/store-visit.ts';
import { sortings, wordsOf, writeCatalogueQuery, isState, type CatalogueQuery } from './catalogue-query.ts';
import { catalogueOf, type CatalogueApi, visibleApi, type CatalogueVersion } from './catalogue.ts';
import { facets, keyOfValue, type Facet } from './facet-values.ts';
import { searchCatalogue, type FoundApis } from './search-catalogue.ts';
import type { Deprecation } from '#compiled/manifest.ts';
import { renderDay } from '#runtime/pages/show-day.ts';
import { renderApiState } from '../pages/badge.ts';
import { pathOfApi } from '../visit/paths.ts';
import { summariseApi } from './describe-api.ts';
import { wordsInOperations } from './searchable-text.ts';

const { catalogue } = texts;

const mostVersions = 4;

const mostTags = 6;

const pageSize = 50;

/**
 * The results of a query among the APIs that the reader may see. The script of the page replaces this element as the
 * reader types, and announces its `data-status` to screen readers.
 */
export async function renderFound(query: CatalogueQuery, reader: PageReader): Promise<Html> {
  const { portal, user } = reader;
  const found = await searchCatalogue(catalogueOf(portal), query, user);
  const page = takePage(found.apis, query.page, pageSize);
  const status = describeCount(found, page);
  const { path } = portal.addresses;
  const hasFilters = facets.some((facet) => found.counts[facet].size > 0);
  return html`<div id="found" ${hasFilters ? html`class="with-aside"` : undefined} data-status="${status}">
    ${hasFilters ? renderFilters(found, query, reader) : undefined}
    <div class="stack">
      ${renderActiveFilters(query, reader)}
      ${
        found.apis.length === 0
          ? renderNone(path)
          : html`<div class="row apart">
                <p class="found-count">${status}</p>
                ${renderSortings(query, path)}
              </div>
              <ul class="cards">
                ${page.items.map((api) => renderApiCard(api, reader, query))}
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

const mostValues = 10;

/** The lifecycle states in order. */
const states = Object.keys(texts.states);

/** The filters for the results, each choice with its number of results. */
function renderFilters({ counts }: FoundApis, query: CatalogueQuery, reader: PageReader): Html {
  return html`<details class="filters">
    <summary>${catalogue.filters}</summary>
    ${facets.map((facet) => renderFacet(facet, counts[facet], query, reader))}
  </details>`;
}

function renderFacet(
  facet: Facet,
  counts: ReadonlyMap<string, number>,
  query: CatalogueQuery,
  reader: PageReader,
): Html {
  const { path } = reader.portal.addresses;
  if (counts.size === 0) return html``;
  const values = [...counts].toSorted(facet === 'state' ? compareStates : compareCounts);
  const shown = values.filter(([value], index) => index < mostValues || isChosen(facet, value, query));
  return html`<section class="facet">
    <h2>${catalogue.facets[facet]}</h2>
    <ul>
      ${shown.map(([value, count]) => renderValue(facet, value, count, query, reader))}
    </ul>
    ${
      facet === 'state' || values.length <= shown.length
        ? undefined
        : html`<p><a href="${path}/${pluralOf[facet]}">${catalogue.more[facet]}</a></p>`
    }
  </section>`;
}

function isChosen(facet: Facet, value: string, { filters }: CatalogueQuery): boolean {
  const wanted = filters[facet];
  return wanted !== undefined && keyOfValue(facet, value) === keyOfValue(facet, wanted);
}

type Count = readonly [value: string, count: number];

function compareStates([one]: Count, [other]: Count): number {
  return states.indexOf(one) - states.indexOf(other);
}

/** Sorts values by descending count, then by name. */
function compareCounts([one, count]: Count, [other, otherCount]: Count): number {
  return otherCount - count || (one < other ? -1 : 1);
}

/** The last path segments of the pages that list all values of a facet. */
export const pluralOf = { owner: 'owners', tag: 'topics' } as const;

/** A link that selects a value of a facet, or clears it if it is selected. */
function renderValue(
  facet: Facet,
  value: string,
  count: number,
  query: CatalogueQuery,
  reader: PageReader,
): Html {
  const { path } = reader.portal.addresses;
  const isActive = isChosen(facet, value, query);
  const { [facet]: _removed, ...others } = query.filters;
  const filters = isActive ? others : { ...query.filters, [facet]: value };
  return html`<li>
    <a
      href="${path}${writeCatalogueQuery(query, { filters })}"
      ${isActive ? html` aria-current="true"` : undefined}
      ><bdi>${nameOfValue(reader, facet, value)}</bdi> <span class="count">${formatCount(count)}</span></a
    >
  </li>`;
}

/** The active filters, each as a link that removes it. */
function renderActiveFilters(query: CatalogueQuery, reader: PageReader): Html | undefined {
  const { path } = reader.portal.addresses;
  const active = facets.flatMap((facet) => {
    const value = query.filters[facet];
    return value === undefined ? [] : [{ facet, value }];
  });
  if (active.length === 0) return undefined;
  return html`<ul class="tags active-filters" aria-label="${catalogue.active}">
    ${active.map(({ facet, value }) => {
      const { [facet]: _removed, ...filters } = query.filters;
      const name = nameOfValue(reader, facet, value);
      const label = catalogue.remove(catalogue.facets[facet], name);
      return html`<li>
        <a class="tag" href="${path}${writeCatalogueQuery(query, { filters })}" aria-label="${label}"
          >${catalogue.facets[facet]}: <bdi>${name}</bdi> <span aria-hidden="true">×</span></a
        >
      </li>`;
    })}
  </ul>`;
}

/** The name of a value of a facet on pages. */
export function nameOfValue({ portal }: PageReader, facet: Facet, value: string): string {
  if (facet === 'owner') return portal.nameOwner(value);
  return facet === 'state' && isState(value) ? texts.states[value] : value;
}

/** An API in the list of results, with the versions that the reader may see, and where its operations match the query. */
function renderApiCard(api: CatalogueApi, reader: PageReader, query: CatalogueQuery): Html {
  const main = mainVersion(api);
  if (!main) return html``;
  const { title } = main.description;
  const { addresses } = reader.portal;
  return html`<li class="card linked">
    <h2>
      <a href="${pathOfApi(addresses, main.entry)}"><bdi>${api.name}</bdi></a>
    </h2>
    ${isSaidByName(title, api) ? undefined : html`<p class="quiet"><bdi>${title}</bdi></p>`}
    <p>${renderSummary(main.api)}</p>
    ${renderOperationsLink(main, api, reader, query)} ${renderVersions(api, reader)}
    <div class="row">
      <p class="quiet small">
        ${catalogue.owner} ${renderFilterLink('owner', main.api.owner, addresses.path, main.ownerName)}
      </p>
      ${renderTags(main, addresses.path)}
    </div>
  </li>`;
}

/** Leads to the operations that have the words of a search, if these are more than the name of the API. */
function renderOperationsLink(
  { api: version, entry }: CatalogueVersion,
  { foldedName }: CatalogueApi,
  { portal }: PageReader,
  query: CatalogueQuery,
): Html | undefined {
  const { words } = wordsOf(query) ?? { words: [] };
  if (words.every((word) => foldedName.includes(word))) return undefined;
  const q = wordsInOperations(version, words).join(' ');
  if (q === '') return undefined;
  const found = `${pathOfApi(portal.addresses, entry)}?${new URLSearchParams({ q }).toString()}#operations`;
  return html`<p class="small"><a href="${found}">${catalogue.inOperations(q)}</a></p>`;
}

/** The version that the API's name links to: the newest published version, or else the newest version. */
function mainVersion({ versions }: CatalogueApi): CatalogueVersion | undefined {
  return versions.find(({ entry }) => entry.state === 'published') ?? versions[0];
}

/** Whether a title only repeats the name, as `Dog Park` repeats `DogPark`. */
function isSaidByName(title: string, { name }: CatalogueApi): boolean {
  return title.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase() === name.replaceAll('_', '').toLowerCase();
}

function renderSummary(api: CompiledApi): Html {
  const summary = summariseApi(api);
  if (summary === '') return html`<span class="quiet">${catalogue.noDescription}</span>`;
  return html`<bdi>${summary}</bdi>`;
}

function renderTags({ description }: CatalogueVersion, path: string): Html | undefined {
  const tags = description.tags.slice(0, mostTags);
  if (tags.length === 0) return undefined;
  return html`<ul class="tags">
    ${tags.map((tag) => html`<li>${renderFilterLink('tag', tag, path)}</li>`)}
  </ul>`;
}

function renderFilterLink(facet: 'owner' | 'tag', value: string, path: string, name = value): Html {
  const query = writeCatalogueQuery({ text: '', filters: { [facet]: value }, sort: 'name', page: 1 });
  return html`<a ${facet === 'tag' ? html`class="tag" ` : undefined}href="${path}${query}"
    ><bdi>${name}</bdi></a
  >`;
}

function renderVersions(api: CatalogueApi, reader: PageReader): Html {
  const others = api.versions.length - mostVersions;
  return html`<ul class="versions" aria-label="${catalogue.versionsOf(api.name)}">
    ${api.versions.slice(0, mostVersions).map(
      (version) =>
        html`<li>
          <a href="${pathOfApi(reader.portal.addresses, version.entry)}"
            ><bdi>${version.entry.version}</bdi></a
          >
          ${renderApiState(version.entry.state)} ${renderDates(version, reader)}
        </li>`,
    )}
    ${others > 0 ? html`<li class="quiet">${catalogue.olderVersions(others)}</li>` : undefined}
  </ul>`;
}

/** The dates of a deprecated or blocked version, and the successor to use instead. */
function renderDates({ entry }: CatalogueVersion, reader: PageReader): Html | undefined {
  const { state, deprecation, blockedUntil } = entry;
  if (state === 'blocked' && blockedUntil !== undefined)
    return html`<span class="quiet small">${catalogue.blockedUntil} ${renderDay(blockedUntil)}</span>`;
  if (state !== 'deprecated' || !deprecation) return undefined;
  const { since, sunset } = deprecation;
  const retirement = sunset === undefined ? undefined : html`. ${catalogue.retiredFrom} ${renderDay(sunset)}`;
  return html`<span class="quiet small"
    >${catalogue.deprecatedSince}
    ${renderDay(since)}${retirement}.${renderSuccessor(deprecation, reader)}</span
  >`;
}

/** A link to the successor, if the reader may see it. */
function renderSuccessor({ successor = '' }: Deprecation, { portal, user }: PageReader): Html | undefined {
  const [context = '', version = ''] = successor.split('/');
  const api = catalogueOf(portal).find(context);
  const visible = api && visibleApi(api, user);
  const target = visible?.versions.find(({ entry }) => entry.version === version);
  if (!target) return undefined;
  return html` ${catalogue.successor}
    <a href="${pathOfApi(portal.addresses, target.entry)}"
      ><bdi>${target.entry.name} ${target.entry.version}</bdi></a
    >.`;
}
