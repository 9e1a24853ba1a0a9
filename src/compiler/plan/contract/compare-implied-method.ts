import { compareRequestBodies, reportRequestBody } from './bodies/compare-bodies.ts';
import { compareParameters, reportNeeded } from './parameters/compare-parameters.ts';
import { compareSecurity } from './security/compare-security.ts';
import type { OperationPair } from './operation-pair.ts';
import type { OpenapiDocument, OperationNode } from '../../../openapi/model.ts';

/**
 * The operation of base by which the gateway served a method that only head declares: HEAD is the GET of its path, and
 * OPTIONS needs nothing, so that any operation of the path stands for it; undefined if the gateway refused the method.
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
