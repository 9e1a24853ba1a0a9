import { apiKey } from '#compiled/api-key.ts';
import { catalogueOf, type CatalogueVersion } from '../catalogue/catalogue.ts';
import { isVisible } from '../catalogue/is-visible.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { cutText } from '../pages/render-within.ts';

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
