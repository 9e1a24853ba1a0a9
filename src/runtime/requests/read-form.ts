import type { FastifyRequest } from 'fastify';
import { decodeUtf8 } from './decode-utf8.ts';

/** The text of a form; undefined if it is compressed or no UTF-8. */
export function readFormText({ body, headers }: FastifyRequest): string | undefined {
  const coding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding !== 'identity') return undefined;
  return Buffer.isBuffer(body) ? decodeUtf8(body) : '';
}

/** The query of a request, without its question mark. */
export function queryOf({ raw: { url = '' } }: FastifyRequest): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}
