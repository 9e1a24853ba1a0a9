import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { RefusedRequest } from './refused-request.ts';

const methodsWithBody = new Set(['POST', 'PUT', 'PATCH']);

/** The JSON body of a request; undefined where its method has none. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  if (!methodsWithBody.has(request.method ?? '')) return undefined;
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new RefusedRequest(415, 'media_type_unsupported', 'The body must be JSON.');
  }
  return parseJson(await text(request));
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new RefusedRequest(400, 'body_malformed', 'The body is not JSON.');
  }
}
