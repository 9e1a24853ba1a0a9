import { apiKey } from '#compiled/api-key.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { catalogueOf, isVisible, type CatalogueVersion } from '../catalogue/catalogue.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { pathOfApi, pathOfFeed } from '../visit/paths.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreAnswer, StorePage, StoreVisit } from '../visit/store-visit.ts';

/** An API version that the reader may see, with the other visible versions of its API. */
export interface FoundVersion extends CatalogueVersion {
  /** Such as `DogPark/v1`. */
  readonly key: string;
  /** All versions that the reader may see, including this one; the newest first. */
  readonly versions: readonly CatalogueVersion[];
  /** The next older version that has been published, if any. */
  readonly older: CatalogueVersion | undefined;
}

/** In UTF-16 code units; a longer title is cut. */
const longestTitle = 150;

/** The versions of the API in the URL that the reader may see, the newest first. */
export function findVersions({ portal, parameters, user }: StoreVisit): readonly CatalogueVersion[] {
  const api = catalogueOf(portal).find(parameters['context'] ?? '');
  return (api?.versions ?? []).filter((version) => isVisible(version, user));
}

/**
 * Wraps an answer about the API version in the URL. A version that the reader may not see is answered as an unknown
 * page.
 */
export function aboutVersion(
  answer: (visit: StoreVisit, found: FoundVersion) => StoreAnswer | Promise<StoreAnswer>,
): (visit: StoreVisit) => StoreAnswer | Promise<StoreAnswer> {
  return (visit) => {
    const found = findVersion(visit);
    return found ? answer(visit, found) : showStoreProblem(visit.portal, 'page_unknown');
  };
}

function findVersion(visit: StoreVisit): FoundVersion | undefined {
  const versions = findVersions(visit);
  const index = versions.findIndex(({ entry }) => entry.version === visit.parameters['version']);
  const found = versions[index];
  if (!found) return undefined;
  const older = versions.slice(index + 1).find(({ entry }) => entry.state !== 'created');
  const description = { ...found.description, title: cutText(found.description.title, longestTitle) };
  return { ...found, description, key: apiKey(found.entry), versions, older };
}

/** The breadcrumb of a page about an API version. `page` is the title of a page below the version's own page. */
export function renderBreadcrumb(
  { portal }: StoreVisit,
  { entry, description }: FoundVersion,
  page?: string,
): Html {
  const { addresses } = portal;
  return html`<nav class="trail" aria-label="${texts.apiPage.breadcrumb}">
    <ol>
      <li><a href="${addresses.path}">${texts.catalogue.title}</a></li>
      ${
        page === undefined
          ? undefined
          : html`<li>
                <a href="${pathOfApi(addresses, entry)}"><bdi>${description.title}</bdi> ${entry.version}</a>
              </li>
              <li><bdi>${page}</bdi></li>`
      }
    </ol>
  </nav>`;
}

/** The feed of an API version that everybody may see. */
export function feedOf(
  { portal }: StoreVisit,
  found: FoundVersion,
): { readonly feed?: NonNullable<StorePage['feed']> } {
  const { entry } = found;
  if (portal.store.visibility !== 'public' || !isVisible(found, undefined)) return {};
  const title = texts.feeds.ofVersion(`${entry.name} ${entry.version}`);
  return { feed: { title, path: pathOfFeed(portal.addresses, entry) } };
}
