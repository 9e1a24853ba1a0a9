import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { rejectUnreadable } from '../runtime/rejection/fault-rejection.ts';
import { renderRejection, type RenderedAnswer } from '../runtime/rejection/render-rejection.ts';
import { endWith } from './end-with.ts';
import { pendingAnswer } from './pending-answer.ts';

/** Connections that have been given up; whatever else comes on them is not read. */
const givenUp = new WeakSet<Socket>();

/**
 * Answers what is not HTTP on the bare connection, and ends it. Where it follows requests that are still to be answered,
 * it waits for its turn, so that no client takes the answer for one of theirs.
 */
export function answerUnreadable(error: Error, socket: Socket, errorDocsUrl: string | undefined): void {
  if (givenUp.has(socket)) return;
  givenUp.add(socket);
  const answer = renderRejection(rejectUnreadable(error), undefined, errorDocsUrl);
  const pending = pendingAnswer(socket);
  if (!pending) return endWith(socket, writeRaw(answer));
  if (pending.req.complete) return void pending.once('finish', () => endWith(socket, writeRaw(answer)));
  // It is the body of that very request that cannot be read.
  if (pending.headersSent) return socket.destroySoon();
  pending.shouldKeepAlive = false;
  pending.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
  pending.end(answer.body);
}

function writeRaw({ status, headers, body }: RenderedAnswer): string {
  const framing = { 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const lines = Object.entries({ ...headers, ...framing }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
