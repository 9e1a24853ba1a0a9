import type { HttpRequest } from '#runtime/ports/http-exchange.ts';
import { expectsContinue } from './send-continue.ts';

/** The maximum size of an unwanted body that is read to its end, to reuse the connection. */
const harmlessBytes = 64 * 1024;

/**
 * How much of a longer body is still read, and for how long, so that the client sees the response before the connection
 * closes.
 */
const lingering = { bytes: 1024 * 1024, milliseconds: 1000 };

/**
 * Whether much of a request's body may still arrive on a connection of HTTP/1.1. A client that received no 100 Continue
 * may send its body or another request, and the gateway cannot know which.
 */
export function isSendingMuch(request: HttpRequest): boolean {
  const { complete, headers, httpVersion } = request;
  // A stream of HTTP/2 ends by itself, and no other stream waits for it.
  if (complete || httpVersion === '2.0') return false;
  if (headers['transfer-encoding'] !== undefined) return true;
  const announced = headers['content-length'];
  if (announced === undefined) return false;
  return Number(announced) > (expectsContinue(request) ? 0 : harmlessBytes);
}

/**
 * Reads on, and calls `ended` once: when the body or the connection ends, or when a limit is reached (RFC 9112 section
 * 9.6).
 */
export function lingerOn(request: HttpRequest, ended: () => void): void {
  let left = lingering.bytes;
  const count = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) end();
  };
  const end = () => {
    clearTimeout(limit);
    request.off('data', count).off('end', end).off('close', end).pause();
    ended();
  };
  const limit = setTimeout(end, lingering.milliseconds);
  // A reader that stopped in the middle of the body has paused it.
  request.on('data', count).on('end', end).on('close', end).resume();
}
