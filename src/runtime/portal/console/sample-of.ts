import type { CompiledOperation } from '#compiled/compiled-api.ts';
import { callAddress } from '../api-page/call-address.ts';
import type { FoundVersion } from '../api-page/find-version.ts';
import type { SampleBody, SampleRequest } from '../api-page/samples/sample-request.ts';
import type { StoreVisit } from '../visit/store-visit.ts';
import type { TriedCall } from './send-call.ts';

/** A longer body is read from a file, in bytes. */
const longestBody = 10_000;

/** A call that was sent, to an operation of that access. */
export interface AnsweredCall extends TriedCall {
  readonly access: CompiledOperation['access'];
}

/** A tried call, for samples in other languages. */
export function sampleOf(
  { portal }: StoreVisit,
  { entry }: FoundVersion,
  { method, path, headers, body, access }: AnsweredCall,
): SampleRequest {
  const address = callAddress(portal.settings, entry);
  const mediaType = headers.find(isType)?.[1] ?? 'application/octet-stream';
  return {
    method,
    url: address.baseUrl + path,
    headers: [...address.headers, ...headers.filter((header) => !isType(header))],
    ...(access !== 'public' && { authorization: 'token' }),
    answer: 'text',
    ...(body && { body: sampleBody(body, mediaType) }),
  };
}

function isType([name]: readonly [name: string, value: string]): boolean {
  return name.toLowerCase() === 'content-type';
}

function sampleBody(body: Buffer, mediaType: string): SampleBody {
  if (body.length > longestBody) return { type: 'file', mediaType, text: 'body' };
  return { type: 'text', mediaType, text: body.toString() };
}
