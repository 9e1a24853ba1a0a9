import { METHODS } from 'node:http';
import type { ServedPart } from '../generation/served-api.ts';

/** Those of the IANA registry that Node's parser knows, and QUERY. */
const registered: ReadonlySet<string> = new Set([...METHODS, 'QUERY']);

/** Whether a method is registered or declared somewhere in the API: an unknown one is answered 501 (RFC 9110 section 9.1). */
export function isKnownMethod(method: string, { api }: Pick<ServedPart, 'api'>): boolean {
  return registered.has(method) || api.operations.some((operation) => operation.method === method);
}
