import type { OperationNode } from '../../workspace/openapi/operation-node.ts';
import type { ParameterNode } from '../../workspace/openapi/parameter-node.ts';
import { areAlike } from '../bodies/are-alike.ts';

/** The parameters of the two paging styles, however they separate their words. */
export interface PagingParameters {
  readonly limit?: ParameterNode | undefined;
  readonly offset?: ParameterNode | undefined;
  readonly pageSize?: ParameterNode | undefined;
  readonly pageNumber?: ParameterNode | undefined;
}

export function pagingParameters({ query }: OperationNode): PagingParameters {
  const parameters = [...query.values()];
  const find = (wanted: string) => parameters.find(({ name }) => areAlike(name, wanted));
  return {
    limit: find('limit'),
    offset: find('offset'),
    pageSize: find('pageSize'),
    pageNumber: find('pageNumber'),
  };
}
