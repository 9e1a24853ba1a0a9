import type { Policy } from '../call.ts';
import { isKnownMethod } from '../route/is-known-method.ts';
import { operationOf } from '../route/resource.ts';

/** Finds the operation that the API declares for the path and the method. */
export const matchOperation: Policy = (call) => {
  const { method = '' } = call.request;
  const found = call.api.part.matchResource(call.resourcePath);
  if (!found) return { code: 'resource_unknown' };
  const resource = found.store;
  const upstreamMethod = method === 'HEAD' && !operationOf(resource, 'HEAD') ? 'GET' : method;
  const operation = operationOf(resource, upstreamMethod);
  if (operation) {
    call.operation = operation;
    call.pathValues = found.values;
    call.upstreamMethod = upstreamMethod;
    return undefined;
  }
  const headers = { allow: resource.allow };
  if (method === 'OPTIONS') return { status: 200, headers };
  return isKnownMethod(method, call.api.part)
    ? { code: 'method_not_allowed', headers }
    : { code: 'method_unknown' };
};
