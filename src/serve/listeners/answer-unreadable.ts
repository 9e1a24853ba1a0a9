import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '#compiled/answers/error-codes.ts';
import { codeOf, rejectUnreadable } from '#runtime/rejection/reject-error.ts';
import { type RenderedAnswer, renderRejection } from '#runtime/rejection/render-rejection.ts';
import { pendingAnswer } from './pending-response.ts';

/** Connections that were closed because of an error; further data on them is not read. */
const givenUp = new WeakSet<Socket>();

/**
 * Answers data that is not HTTP on the raw connection, and closes the connection. If earlier requests are unanswered,
 * it waits for them, so that no client mistakes the answer for a response to one of those. `refused` receives the error
 * code, unless the connection just broke.
 */
export function answerUnreadable(
  error: Error,
  failed: Socket,
  errorDocsUrl: string | undefined,
  refused?: (code: ErrorCode) => void,
): void {
  const socket = findReadable(error, failed);
  if (givenUp.has(socket)) return;
  givenUp.add(socket);
  const rejection = rejectUnreadable(error);
  const answer = renderRejection(rejection, undefined, errorDocsUrl);
  const report = () => isOfHttp(error) && socket.writable && refused?.(rejection.code);
  const giveUp = () => {
    report();
    endWith(socket, writeRaw(answer));
  };
  const pending = pendingAnswer(socket);
  if (!pending) return giveUp();
  if (pending.req.complete) return void pending.once('finish', giveUp);
  // The unreadable data is the body of the unanswered request.
  if (pending.headersSent) return socket.destroySoon();
  report();
  pending.shouldKeepAlive = false;
  pending.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
  pending.end(answer.body);
}

/** Whether the error is about HTTP. Node reports reset connections and failed TLS handshakes through the same event. */
function isOfHttp(error: Error): boolean {
  if (!('code' in error)) return true;
  const code = String(error.code);
  return code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT' || code === plainHttp;
}

/** The code that Node reports if a TLS connection starts with plain HTTP instead of a handshake. */
const plainHttp = 'ERR_SSL_HTTP_REQUEST';

/**
 * The socket that can reach the client. For plain HTTP on a TLS port, it is the socket below the TLS socket, to which
 * Node has no public reference.
 */
function findReadable(error: Error, socket: Socket): Socket {
  const { ['_parent']: below } = socket as { readonly ['_parent']?: Socket };
  return codeOf(error) === plainHttp && below ? below : socket;
}

function writeRaw({ status, headers, body }: RenderedAnswer): string {
  const framing = { 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const lines = Object.entries({ ...headers, ...framing }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}

/** How long a client may take to read the rest of its response, in milliseconds. */
const timeoutMs = 1000;

/**
 * Ends a connection, even if its client does not close its side in time. If the connection has already been ended, its
 * remaining data is still sent.
 */
export function endWith(socket: Duplex, bytes = ''): void {
  if (!socket.writable) return;
  socket.end(bytes);
  const limit = setTimeout(() => socket.destroy(), timeoutMs);
  socket.once('close', () => clearTimeout(limit));
}
