import { apiKey } from '#compiled/api-key.ts';
import { catalogueOf, type CatalogueVersion } from '../catalogue/catalogue.ts';
import { ownsApi } from '../visit/store-user.ts';
import type { StoreVisit } from '../visit/store-visit.ts';

/** An API version that the reader owns, with all versions of its API. */
export interface OwnedVersion extends CatalogueVersion {
  /** Such as `DogPark/v1`. */
  readonly key: string;
  /** All versions, including this one; the newest first. */
  readonly versions: readonly CatalogueVersion[];
}

/** The API versions that the reader owns, sorted by name, the newest version first. */
export function listOwnedVersions({
  portal,
  user,
}: Pick<StoreVisit, 'portal' | 'user'>): readonly OwnedVersion[] {
  return catalogueOf(portal)
    .apis()
    .flatMap(({ versions }) =>
      versions
        .filter(({ api }) => ownsApi(user, api))
        .map((version) => ({ ...version, key: apiKey(version.entry), versions })),
    );
}

/** The API version in the URL, if the reader owns it. */
export function findOwnedVersion({ portal, user, parameters }: StoreVisit): OwnedVersion | undefined {
  const versions = catalogueOf(portal).find(parameters['context'] ?? '')?.versions ?? [];
  const found = versions.find(({ entry }) => entry.version === parameters['version']);
  return found && ownsApi(user, found.api) ? { ...found, key: apiKey(found.entry), versions } : undefined;
}
