import type { Deprecation } from '#compiled/manifest.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { renderDay } from '#runtime/pages/show-day.ts';
import { renderApiState } from '../pages/badge.ts';
import { texts } from '../texts/texts.ts';
import { pathOfApi } from '../visit/paths.ts';
import type { PageReader } from '../visit/store-visit.ts';
import { writeCatalogueQuery } from './catalogue-query.ts';
import { catalogueOf, visibleApi, type CatalogueApi, type CatalogueVersion } from './catalogue.ts';
import { summariseMarkdown } from './describe-api.ts';

const { catalogue } = texts;
const mostVersions = 4;
const mostTags = 6;

/** An API in the list of the catalogue, with the versions that the reader can see. */
export function renderApiCard(api: CatalogueApi, reader: PageReader): Html {
  const main = mainVersion(api);
  if (!main) return html``;
  const { title, description } = main.description;
  const { addresses } = reader.portal;
  return html`<li class="card linked">
    <h2>
      <a href="${pathOfApi(addresses, main.entry)}"><bdi>${api.name}</bdi></a>
    </h2>
    ${isSaidByName(title, api) ? undefined : html`<p class="quiet"><bdi>${title}</bdi></p>`}
    <p>${renderSummary(description)}</p>
    ${renderVersions(api, reader)}
    <div class="row">
      <p class="quiet small">
        ${catalogue.owner} ${renderFilterLink('owner', main.api.owner, addresses.path)}
      </p>
      ${renderTags(main, addresses.path)}
    </div>
  </li>`;
}

/** The version that its name leads to: the newest that can be subscribed to, or else the newest. */
function mainVersion({ versions }: CatalogueApi): CatalogueVersion | undefined {
  return versions.find(({ entry }) => entry.state === 'published') ?? versions[0];
}

/** `Dog Park` says no more than `DogPark`. */
function isSaidByName(title: string, { name }: CatalogueApi): boolean {
  return title.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase() === name.replaceAll('_', '').toLowerCase();
}

function renderSummary(description: string): Html {
  const summary = summariseMarkdown(description);
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

function renderFilterLink(facet: 'owner' | 'tag', value: string, path: string): Html {
  const query = writeCatalogueQuery({ text: '', filters: { [facet]: value }, sort: 'name', page: 1 });
  return html`<a ${facet === 'tag' ? html`class="tag" ` : undefined}href="${path}${query}"
    ><bdi>${value}</bdi></a
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

/** Until when callers can rely on a version, and what to use instead. */
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

/** The version to use instead, if the reader can see it. */
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
