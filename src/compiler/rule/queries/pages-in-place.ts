import type { ParameterNode } from '../../workspace/openapi/parameter-node.ts';
import { roleInPlace, type QueryRole } from './query-roles.ts';

/** What a query parameter is to be called in one of the two paging styles, if it surely pages in another one. */
export function pagesInPlace({ name, schema }: ParameterNode): QueryRole | undefined {
  const role = roleInPlace(name);
  if (role?.role === 'paging') return role;
  const isPage = name.toLowerCase() === 'page' && schema?.isOnly('integer') === true;
  return isPage ? { role: 'paging', instead: 'pageNumber' } : undefined;
}
