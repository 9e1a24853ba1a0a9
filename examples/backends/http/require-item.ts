import { RefusedRequest } from './refused-request.ts';

/** The item that an identifier of the path names. Throws a 404 that calls it by its noun. */
export function requireItem<Item>(
  items: ReadonlyMap<string, Item>,
  identifier: string | undefined,
  noun: string,
): Item {
  const item = identifier === undefined ? undefined : items.get(identifier);
  if (item !== undefined) return item;
  throw new RefusedRequest(404, `${noun}_not_found`, `There is no such ${noun}.`);
}
