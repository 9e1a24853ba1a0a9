import type { SchemaNode } from '../../../openapi/model.ts';

/** `nextLink`, `next_page_uri`, `NextToken`, `@odata.nextLink` */
const nextPage =
  /^next$|next[._-]?(link|token|page|cursor|ur[il]|href|marker|key|offset|records)|cursor|continuation|has_?more/i;

/** Members of a page that hold its links, or what it says of itself. */
const holders = ['_links', 'links', 'meta', 'metadata', 'paging', 'pagination', 'page'];

/** Whether an object has a link or a token that leads to the next page, itself or in a member for such. */
export function leadsToNextPage({ properties }: SchemaNode): boolean {
  const held = holders.flatMap((name) => properties.get(name)?.schema?.properties ?? []);
  return [properties, ...held].some((members) => [...members.keys()].some((name) => nextPage.test(name)));
}
