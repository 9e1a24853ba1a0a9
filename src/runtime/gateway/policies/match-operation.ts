import { METHODS } from 'node:http';
import type { Rejection } from '#runtime/rejection/rejection.ts';
import type { Call, Policy } from '../call.ts';
import { operationOf, type Resource } from '#compiled/resources/resource.ts';
import type { ServedPart } from '../generation/served-api.ts';

/** Finds the operation that the API declares for the path and the method. */
export const matchOperation: Policy = (call) => {
  // If the API has public operations, `isPublicCall` has already found the operation.
  if (call.operation) return undefined;
  const { method = '' } = call.request;
  const found = call.api.part.matchResource(call.resourcePath);
  if (!found) return passUnknownResource(call, method);
  const resource = found.store;
  const upstreamMethod = upstreamMethodOf(resource, method);
  const operation = operationOf(resource, upstreamMethod);
  if (operation) {
    call.operation = operation;
    call.pathValues = found.values;
    call.upstreamMethod = upstreamMethod;
    return undefined;
  }
  if (call.api.part.undeclared && isPassed(method)) return passUndeclared(call, method);
  const headers = { allow: resource.allow };
  if (method === 'OPTIONS') return { status: 200, headers };
  return isKnownMethod(method, call.api.part)
    ? { code: 'method_not_allowed', headers }
    : { code: 'method_unknown' };
};

function passUnknownResource(call: Call, method: string): Rejection | undefined {
  const { undeclared } = call.api.part;
  if (!undeclared || undeclared.mayMeanDeclared(call.resourcePath)) return { code: 'resource_unknown' };
  if (!registered.has(method)) return { code: 'method_unknown' };
  return isPassed(method) ? passUndeclared(call, method) : { code: 'resource_unknown' };
}

function passUndeclared(call: Call, method: string): undefined {
  const { undeclared } = call.api.part;
  if (undeclared) call.operation = undeclared.operation;
  call.upstreamMethod = method;
}

/**
 * Whether an undeclared call with this method is forwarded. Unknown methods are refused everywhere, and CONNECT and
 * TRACE address the gateway, not a resource of an API.
 */
function isPassed(method: string): boolean {
  return registered.has(method) && method !== 'CONNECT' && method !== 'TRACE';
}

/** The method of the upstream request: HEAD becomes GET if the API does not declare HEAD. */
export function upstreamMethodOf(resource: Resource, method: string): string {
  return method === 'HEAD' && !operationOf(resource, 'HEAD') ? 'GET' : method;
}

/** The methods of the IANA registry that Node's parser knows, and QUERY. */
const registered: ReadonlySet<string> = new Set([...METHODS, 'QUERY']);

/**
 * Whether a method is registered, or declared somewhere in the API. Any other method gets the status 501 (RFC 9110
 * section 9.1).
 */
function isKnownMethod(method: string, { api }: Pick<ServedPart, 'api'>): boolean {
  return registered.has(method) || api.operations.some((operation) => operation.method === method);
}
