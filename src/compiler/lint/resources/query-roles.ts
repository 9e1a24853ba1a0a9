import { readWords } from '#compiler/rule/words/split-words.ts';
import type { ParameterNode } from '#openapi/model.ts';

/** The role of a query parameter with an unusual name, and the standard name to use instead, if there is one. */
export interface QueryRole {
  readonly role: 'paging' | 'sorting' | 'filtering';
  readonly instead?: string;
}

/** The unusual names by standard name: in lower case and without separators, unless the separators matter. */
const pagingNames: Readonly<Record<string, string>> = {
  pageSize: 'perpage itemsperpage resultsperpage recordsperpage rowsperpage maxpagesize pagelimit page[size]',
  pageNumber: 'pagenum pageno pageindex _page page[number]',
  limit: 'maxresults maxrecords $top _limit page[limit]',
  offset: 'startindex startat startposition pageoffset $skip _offset _start page[offset]',
};

const tokenNames = readWords(`
  continuationtoken nextcursor nexttoken nextpagetoken pagecursor pagemarker pagetoken paginationtoken
  previoustoken $skiptoken page[after] page[before] page[cursor]
`);

const sortingNames = readWords(`
  sortby sortbyattribute sortbyorder sortcolumn sortdir sortdirection sortfield sortorder sortedby orderby orderedby
  orderdir orderdirection ordering $orderby _sort _order
`);

const filteringNames = readWords('filters filterby $filter _filter');

const roles: ReadonlyMap<string, QueryRole> = new Map<string, QueryRole>([
  ...Object.entries(pagingNames).flatMap(([instead, names]) =>
    readWords(names).map((name) => [name, { role: 'paging', instead }] as const),
  ),
  ...tokenNames.map((name) => [name, { role: 'paging' }] as const),
  ...sortingNames.map((name) => [name, { role: 'sorting', instead: 'sort' }] as const),
  ...filteringNames.map((name) => [name, { role: 'filtering', instead: 'filter' }] as const),
]);

/** The role that a parameter certainly has because of its name, in any operation. */
export function roleInPlace(name: string): QueryRole | undefined {
  const lower = name.toLowerCase();
  if (/^filters?\[/.test(lower)) return roles.get('filters');
  if (lower.startsWith('sort[')) return roles.get('sortby');
  return roles.get(lower) ?? roles.get(lower.replaceAll(/[^a-z0-9]/g, ''));
}

/**
 * What a query parameter other than `sort` selects: the attributes to sort by or the direction; undefined if it does
 * not sort.
 */
export function sortsInPlace(parameter: ParameterNode): 'attributes' | 'direction' | undefined {
  const isDirection = /(order|dir|direction)$/i.test(parameter.name);
  const listed = listedDirections(parameter);
  if (roleInPlace(parameter.name)?.role === 'sorting' && !isPosition(parameter, listed))
    return isDirection && listed !== 'others' ? 'direction' : 'attributes';
  return isDirection && listed === 'directions' ? 'direction' : undefined;
}

/** Whether a parameter is the position of one item, a number, rather than a sort order: `sort_order` of a new item. */
function isPosition({ schema }: ParameterNode, listed: ReturnType<typeof listedDirections>): boolean {
  return listed === undefined && (schema?.isOnly('integer') === true || schema?.isOnly('number') === true);
}

/** Whether the listed values of a parameter are sort directions; undefined if it lists none. */
function listedDirections({ schema }: ParameterNode): 'directions' | 'others' | undefined {
  const values = schema?.keyword('enum');
  if (!Array.isArray(values) || values.length === 0) return undefined;
  return values.every(
    (value) => typeof value !== 'object' && /^(asc|desc|[ad]$|[+-]?1$|up$|down$)/i.test(String(value)),
  )
    ? 'directions'
    : 'others';
}
