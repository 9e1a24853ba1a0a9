import { createServer as createHttpServer, STATUS_CODES, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { TlsMaterial } from '../platform/own-certificates.ts';
import { rejectUnreadable } from '../runtime/rejection/fault-rejection.ts';
import { renderRejection } from '../runtime/rejection/render-rejection.ts';

/** How long a request may take to arrive, and a connection to stay idle, in milliseconds. */
const patience = { headersTimeout: 60_000, requestTimeout: 300_000, keepAliveTimeout: 72_000 };

/** A server over TLS 1.2 or later, or over plain HTTP where there is no TLS material. Throws where that is not valid. */
export function createServer(handler: RequestListener, tls: TlsMaterial | undefined): Server {
  // Without a Host header Node would answer by itself, and without the error body.
  const options = { ...patience, requireHostHeader: false };
  const server = tls
    ? createHttpsServer({ ...options, cert: tls.certificate, key: tls.key, minVersion: 'TLSv1.2' }, handler)
    : createHttpServer(options, handler);
  // An unknown expectation may be ignored (RFC 9110 section 10.1.1); Node would answer 417 without a body.
  server.on('checkExpectation', handler);
  // Leave to send a body is given when somebody reads it; Node would give it before anything is checked.
  server.on('checkContinue', handler);
  return server;
}

/** Answers what is not HTTP, on the bare connection. */
export function answerUnreadable(error: Error, socket: Duplex, errorDocsUrl: string | undefined): void {
  if (!socket.writable) return void socket.destroy();
  const { status, headers, body } = renderRejection(rejectUnreadable(error), undefined, errorDocsUrl);
  const framing = { 'content-length': String(Buffer.byteLength(body)), connection: 'close' };
  const lines = Object.entries({ ...headers, ...framing }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}
