import { RefusedRequest } from '../http/refused-request.ts';
import type { Answer } from '../http/route.ts';
import { readPage, type Paging } from './paging.ts';
import { pagingLinks } from './paging-links.ts';
import { sortItems } from './sort-items.ts';

/** How a collection is shown. */
export interface CollectionView<Item> {
  /** The public address of the collection. */
  readonly path: string;
  /** The member of `_embedded` that holds the items. */
  readonly name: string;
  readonly paging: Paging;
  readonly sortable: readonly string[];
  readonly defaultSort: string;
  readonly represent: (item: Item) => object;
}

/** One page of the items, in the order that the query asks for, with links to the other pages. */
export function answerCollection<Item extends object>(
  items: readonly Item[],
  query: URLSearchParams,
  { path, name, paging, sortable, defaultSort, represent }: CollectionView<Item>,
): Answer {
  const page = readPage(query, paging);
  if (page.start > 0 && page.start >= items.length) {
    throw new RefusedRequest(404, 'page_not_found', 'There is no such page.');
  }
  const sorted = sortItems(items, query.get('sort') ?? defaultSort, sortable);
  const body = {
    totalCount: items.length,
    [paging.sizeParameter]: page.size,
    [paging.positionParameter]: paging.positionOf(page.start, page.size),
    _embedded: { [name]: sorted.slice(page.start, page.start + page.size).map(represent) },
    _links: pagingLinks(path, query, paging, page, items.length),
  };
  return { status: 200, body };
}
