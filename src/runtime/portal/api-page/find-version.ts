import { apiKey } from '#compiled/api-key.ts';
import { html, type Html } from '#runtime/pages/html.ts';
import { catalogueOf, isVisible, type CatalogueVersion } from '../catalogue/catalogue.ts';
import { cutText } from '../pages/render-within.ts';
import { texts } from '../texts/texts.ts';
import { pathOfApi } from '../visit/paths.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';

/** An API version that the reader sees, and its other versions. */
export interface FoundVersion extends CatalogueVersion {
  /** `DogPark/v1` */
  readonly key: string;
  /** All that the reader sees, this one included; the newest first. */
  readonly versions: readonly CatalogueVersion[];
  /** The next older one that has been published. */
  readonly older: CatalogueVersion | undefined;
}

/** A longer title is cut, in UTF-16 code units. */
const longestTitle = 150;

/** The versions of the API in the address that the reader sees, the newest first. */
export function findVersions({ portal, parameters, user }: StoreVisit): readonly CatalogueVersion[] {
  const api = catalogueOf(portal).find(parameters['context'] ?? '');
  return (api?.versions ?? []).filter((version) => isVisible(version, user));
}

/** An answer about the API version in the address; one that the reader does not see does not exist for them. */
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

/** The pages above a page about an API version; `page` is the one below that, if it is one. */
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
