import { createHash } from 'node:crypto';
import type { Answer, ResourceRequest } from './route.ts';

/** Answers 200 with an entity tag, or 304 where the client already holds that representation (RFC 9110, 13.1.2). */
export function answerConditionally(request: ResourceRequest, location: string, body: object): Answer {
  const etag = entityTag(body);
  const headers = { ETag: etag, 'Content-Location': location };
  if (holdsTag(request.headers['if-none-match'], etag)) return { status: 304, headers };
  return { status: 200, headers, body };
}

function entityTag(body: object): string {
  return `"${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 16)}"`;
}

function holdsTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
