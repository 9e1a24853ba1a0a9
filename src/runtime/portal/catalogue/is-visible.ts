import { ownsApi, type StoreUser } from '../session/store-user.ts';
import type { CatalogueVersion } from './catalogue.ts';

/**
 * Whether a reader sees an API version in the store: its owners see all of theirs, others only those that are not for
 * owners and that have been published.
 */
export function isVisible(
  { entry, api }: Pick<CatalogueVersion, 'entry' | 'api'>,
  user: StoreUser | undefined,
): boolean {
  const isForAll = entry.state !== 'created' && api.visibility !== 'owners';
  return isForAll || ownsApi(user, api);
}
