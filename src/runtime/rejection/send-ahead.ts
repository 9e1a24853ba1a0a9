import type { FastifyReply, FastifyRequest } from 'fastify';
import { expectsContinue } from './expects-continue.ts';

/** So much of a body is read to its end for the sake of the connection, though nobody wants it. */
const harmlessBytes = 64 * 1024;

/** How long, and how much of it, a longer body is still read, so that its client can see the answer before it is cut off. */
const lingering = { bytes: 1024 * 1024, milliseconds: 1000 };

/**
 * Answers without regard to the body of the request. Where much of it may still be to come, the connection closes
 * after the answer and a short while (RFC 9112 section 9.6), so that no client can go on sending for nothing.
 */
export function sendAhead(reply: FastifyReply, body = ''): FastifyReply {
  if (!isSendingMuch(reply.request)) return reply.send(body === '' ? undefined : body);
  const bytes = new TextEncoder().encode(body);
  reply.headers({ connection: 'close', 'content-length': String(bytes.length) });
  return reply.send(lingerAfter(bytes, reply.request));
}

/** A client that was not told to go on may send its body or another request, and nothing tells which of them it is. */
function isSendingMuch(request: FastifyRequest): boolean {
  const { complete, headers } = request.raw;
  if (complete) return false;
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > (expectsContinue(request) ? 0 : harmlessBytes);
}

/** The body of an answer, whose end waits for that of the request. */
function lingerAfter(bytes: Uint8Array, request: FastifyRequest): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (answer) => {
      if (bytes.length > 0) answer.enqueue(bytes);
      lingerOn(request, () => answer.close());
    },
  });
}

/** Reads on, and calls `ended` once: where the body or the connection ends, or a limit is reached. */
function lingerOn({ raw }: FastifyRequest, ended: () => void): void {
  let left = lingering.bytes;
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const end = () => {
    clearTimeout(limit);
    raw.off('data', count).off('end', end).off('close', end).pause();
    ended();
  };
  const limit = setTimeout(end, lingering.milliseconds);
  raw.on('data', count).on('end', end).on('close', end);
}
