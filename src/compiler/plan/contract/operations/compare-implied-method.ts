import { compareRequestBodies, reportRequestBody } from './bodies/compare-bodies.ts';
import { compareParameters, reportNeeded } from './parameters/compare-parameters.ts';
import { compareSecurity } from './security/compare-security.ts';
import type { ContractSides } from '../schemas/contract-side.ts';
import type { OperationPair } from '../pairs/operation-pair.ts';
import type { OpenapiDocument, OperationNode } from '#openapi/model.ts';

/**
 * An operation by which the gateway serves a method that the document does not declare on a path; undefined if it refuses
 * the method. It serves a HEAD like the GET of the path, and answers an OPTIONS itself if the path has any operation: then
 * the first one is returned, whatever its method is.
 */
export function findImplied(
  { operations }: OpenapiDocument,
  { method, path }: OperationNode,
): OperationNode | undefined {
  if (method !== 'HEAD' && method !== 'OPTIONS') return undefined;
  return operations.find(
    (operation) =>
      operation.path.shape === path.shape && (method === 'OPTIONS' || operation.method === 'GET'),
  );
}

/**
 * The GET of head by which the gateway serves a HEAD of base that is no longer declared, if base declared a GET beside it:
 * calls of a new GET may go to another path. An OPTIONS that is no longer declared does not reach the upstream.
 */
export function findSuccessor(
  { base, head }: ContractSides,
  removed: OperationNode,
): OperationNode | undefined {
  const isServed = removed.method === 'HEAD' && findImplied(base.document, removed) !== undefined;
  return isServed ? findImplied(head.document, removed) : undefined;
}

/** Compares what a method needs that only head declares with what the gateway took without a declaration. */
export function compareImpliedMethod(pair: OperationPair): void {
  if (pair.head.method === 'OPTIONS') {
    reportNeeded(pair);
    reportRequestBody(pair);
  } else {
    compareParameters(pair);
    compareRequestBodies(pair);
    compareSecurity(pair);
  }
}
