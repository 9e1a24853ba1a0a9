import { readWords } from '#compiler/rule/words/split-words.ts';
import type { ParameterNode } from '#openapi/model.ts';

/** The role of a query parameter that replaces one that every API has, and the name of that one if there is one. */
export interface QueryRole {
  readonly role: 'paging' | 'sorting' | 'filtering';
  readonly instead?: string;
}

/** By name, in lower case and without separators; unchanged if the separators matter. */
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

/** The role of a parameter that certainly replaces another, whatever operation has it. */
export function roleInPlace(name: string): QueryRole | undefined {
  const lower = name.toLowerCase();
  if (/^filters?\[/.test(lower)) return roles.get('filters');
  if (lower.startsWith('sort[')) return roles.get('sortby');
  return roles.get(lower) ?? roles.get(lower.replaceAll(/[^a-z0-9]/g, ''));
}

/**
 * The role of a query parameter other than `sort` in sorting: the field, or the direction; undefined if it has none.
 */
export function sortsInPlace(parameter: ParameterNode): 'attributes' | 'direction' | undefined {
  const isDirection = /(order|dir|direction)$/i.test(parameter.name);
  const listed = listedDirections(parameter);
  if (roleInPlace(parameter.name)?.role === 'sorting' && !isPosition(parameter, listed))
    return isDirection && listed !== 'others' ? 'direction' : 'attributes';
  return isDirection && listed === 'directions' ? 'direction' : undefined;
}

/** Whether a number is the place of one thing among others, and no order: `sort_order` of what is created. */
function isPosition({ schema }: ParameterNode, listed: ReturnType<typeof listedDirections>): boolean {
  return listed === undefined && (schema?.isOnly('integer') === true || schema?.isOnly('number') === true);
}

/** The values of a parameter, if it lists them. */
function listedDirections({ schema }: ParameterNode): 'directions' | 'others' | undefined {
  const values = schema?.keyword('enum');
  if (!Array.isArray(values) || values.length === 0) return undefined;
  return values.every(
    (value) => typeof value !== 'object' && /^(asc|desc|[ad]$|[+-]?1$|up$|down$)/i.test(String(value)),
  )
    ? 'directions'
    : 'others';
}
