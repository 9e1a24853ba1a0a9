import type { OperationNode, ParameterNode } from '#openapi/model.ts';
import { indexFirst } from '#compiler/rule/once-per.ts';
import { lettersOf } from '#compiler/rule/words/split-words.ts';
import { roleInPlace, type QueryRole } from './query-roles.ts';

/** The parameters of the two paging styles, however they separate their words. */
export interface PagingParameters {
  readonly limit?: ParameterNode | undefined;
  readonly offset?: ParameterNode | undefined;
  readonly pageSize?: ParameterNode | undefined;
  readonly pageNumber?: ParameterNode | undefined;
}

export function pagingParameters({ query }: OperationNode): PagingParameters {
  const byLetters = indexFirst([...query.values()], ({ name }) => lettersOf(name));
  return {
    limit: byLetters.get('limit'),
    offset: byLetters.get('offset'),
    pageSize: byLetters.get('pagesize'),
    pageNumber: byLetters.get('pagenumber'),
  };
}

/** The role and the recommended name of a query parameter that certainly belongs to another paging style. */
export function otherPagingRole(parameter: ParameterNode): QueryRole | undefined {
  const { name, schema } = parameter;
  const role = roleInPlace(name);
  if (role?.role === 'paging') return isMoment(parameter) ? undefined : role;
  const isPage = name.toLowerCase() === 'page' && schema?.isOnly('integer') === true;
  return isPage ? { role: 'paging', instead: 'pageNumber' } : undefined;
}

/** Whether `startAt` is a point in time rather than the position of the first result. */
function isMoment(parameter: ParameterNode): boolean {
  const { name, schema } = parameter;
  if (lettersOf(name) !== 'startat' || schema?.isOnly('string') !== true) return false;
  return !/\b(index|offset|page|position)\b/i.test(parameter.text('description') ?? '');
}

const sizes = ['limit', 'pageSize'] as const;
const positions = ['offset', 'pageNumber'] as const;

/** Whether a GET has query parameters for both the size and the position of a page. */
export function offersPaging({ method, query }: OperationNode): boolean {
  if (method !== 'GET') return false;
  return sizes.some((name) => query.has(name)) && positions.some((name) => query.has(name));
}
