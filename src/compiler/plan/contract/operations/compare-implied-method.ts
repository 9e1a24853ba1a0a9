import { compareRequestBodies, reportRequestBody } from './bodies/compare-bodies.ts';
import { compareParameters, reportNeeded } from './parameters/compare-parameters.ts';
import { compareSecurity } from './security/compare-security.ts';
import type { ContractSides } from '../schemas/contract-side.ts';
import type { OperationPair } from '../pairs/operation-pair.ts';
import type { OpenapiDocument, OperationNode } from '#openapi/model.ts';

/**
 * The operation that decides how the gateway serves a HEAD or OPTIONS which the document does not declare on a path;
 * undefined if the gateway refuses the method. HEAD is served like the GET of the path. OPTIONS is answered by the
 * gateway if the path has any operation, so any one may be returned.
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
 * The GET of head by which the gateway still serves a HEAD that only base declares. Undefined if base has no GET on
 * that path, since calls of a new GET may go to another path, and for OPTIONS, which no longer reaches the upstream.
 */
export function findSuccessor(
  { base, head }: ContractSides,
  removed: OperationNode,
): OperationNode | undefined {
  const isServed = removed.method === 'HEAD' && findImplied(base.document, removed) !== undefined;
  return isServed ? findImplied(head.document, removed) : undefined;
}

/** Compares a method that only head declares with what the gateway accepted without a declaration. */
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
