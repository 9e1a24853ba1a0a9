import type { SchemaNode } from '#openapi/model.ts';

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

const saysLink = /\b(ur[il](-reference)?|link|page|cursor|token)\b/i;

/** Whether an object leads to the next page otherwise than by a text `next`, which may be the next step of something. */
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
