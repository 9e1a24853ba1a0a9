import { ownsApi, type StoreUser } from '../visit/store-user.ts';
import type { CatalogueVersion } from './catalogue.ts';

type Version = Pick<CatalogueVersion, 'entry' | 'api'>;

/** Whether a reader sees an API version in the store: its owners see all of theirs. */
export function isVisible(version: Version, user: StoreUser | undefined): boolean {
  return isForAll(version) || ownsApi(user, version.api);
}

/** Whether everyone who sees the catalogue sees a version: it has been published, and is not only for its owners. */
export function isForAll({ entry, api }: Version): boolean {
  return entry.state !== 'created' && api.visibility !== 'owners';
}
