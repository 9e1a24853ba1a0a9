import type { OperationNode } from '../../workspace/openapi/operation-node.ts';

const sizes = ['limit', 'pageSize'] as const;
const positions = ['offset', 'pageNumber'] as const;

/** Whether callers can ask an operation for one page: for its size, and for its position. */
export function offersPaging({ method, query }: OperationNode): boolean {
  if (method !== 'GET') return false;
  return sizes.some((name) => query.has(name)) && positions.some((name) => query.has(name));
}
