import type { SchemaNode } from '#openapi/model.ts';

/** Names of members that lead to the next page: `nextLink`, `next_page_uri`, `NextToken`, `@odata.nextLink`. */
const nextPage =
  /^next$|next[._-]?(link|token|page|cursor|ur[il]|href|marker|key|offset|records)|cursor|continuation|has_?more/i;

/** Members of a page that contain its links or its metadata. */
const holders = ['_links', 'links', 'meta', 'metadata', 'paging', 'pagination', 'page'];

/** Whether an object has a link or a token for the next page, directly or in one of the `holders`. */
export function leadsToNextPage({ properties }: SchemaNode): boolean {
  const held = holders.flatMap((name) => properties.get(name)?.schema?.properties ?? []);
  return [properties, ...held].some((members) => [...members.keys()].some((name) => nextPage.test(name)));
}

const saysLink = /\b(ur[il](-reference)?|link|page|cursor|token)\b/i;

/**
 * Whether an object certainly leads to the next page. A string `next`, which may be the next step of something, counts
 * only if its format or description mentions a link, or next to `prev` or `previous`.
 */
export function certainlyLeadsToNextPage(schema: SchemaNode): boolean {
  if (!leadsToNextPage(schema)) return false;
  const next = schema.properties.get('next')?.schema;
  if (!next?.isOnly('string')) return true;
  const said = [next.keyword('format'), next.keyword('description')];
  return said.some((text) => typeof text === 'string' && saysLink.test(text)) || namesPrevious(schema);
}

function namesPrevious({ properties }: SchemaNode): boolean {
  return ['prev', 'previous'].some((name) => properties.has(name));
}
