import { ownsApi, type StoreUser } from '../session/store-user.ts';
import type { Catalogue, CatalogueApi, CatalogueVersion } from './catalogue.ts';

/** Whether everyone who can see the catalogue can see a version: it is announced, and not only for its owners. */
function isForAll({ entry, api }: CatalogueVersion): boolean {
  return entry.state !== 'created' && api.visibility !== 'owners';
}

/** Whether a reader can see a version. */
export function isVisible(version: CatalogueVersion, user: StoreUser | undefined): boolean {
  return isForAll(version) || ownsApi(user, version.api);
}

/** An API with the versions that a reader can see; undefined if there are none of them. */
export function visibleApi(api: CatalogueApi, user: StoreUser | undefined): CatalogueApi | undefined {
  if (api.versions.every(isForAll)) return api;
  const versions = api.versions.filter((version) => isVisible(version, user));
  return versions.length === 0 ? undefined : { ...api, versions };
}

/** The APIs that a reader can see, by name. */
export function visibleApis(catalogue: Catalogue, user: StoreUser | undefined): readonly CatalogueApi[] {
  return catalogue
    .apis()
    .map((api) => visibleApi(api, user))
    .filter((api) => api !== undefined);
}
