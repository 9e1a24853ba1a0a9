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

/** The name for a query parameter in one of the two paging styles, if it is certainly of another one. */
export function pagesInPlace(parameter: ParameterNode): QueryRole | undefined {
  const { name, schema } = parameter;
  const role = roleInPlace(name);
  if (role?.role === 'paging') return isMoment(parameter) ? undefined : role;
  const isPage = name.toLowerCase() === 'page' && schema?.isOnly('integer') === true;
  return isPage ? { role: 'paging', instead: 'pageNumber' } : undefined;
}

/** Whether a text says when to start, and not at which of the results. */
function isMoment(parameter: ParameterNode): boolean {
  const { name, schema } = parameter;
  if (lettersOf(name) !== 'startat' || schema?.isOnly('string') !== true) return false;
  return !/\b(index|offset|page|position)\b/i.test(parameter.text('description') ?? '');
}

const sizes = ['limit', 'pageSize'] as const;
const positions = ['offset', 'pageNumber'] as const;

/** Whether callers can request one page of an operation: for its size, and for its position. */
export function offersPaging({ method, query }: OperationNode): boolean {
  if (method !== 'GET') return false;
  return sizes.some((name) => query.has(name)) && positions.some((name) => query.has(name));
}
