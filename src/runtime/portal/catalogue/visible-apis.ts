import type { StoreUser } from '../visit/store-user.ts';
import type { Catalogue, CatalogueApi } from './catalogue.ts';
import { isForAll, isVisible } from './is-visible.ts';

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
