import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Whether a request of this connection has been checked. */
const isChecked = Symbol('is checked');

interface ReadSocket extends Socket {
  [isChecked]?: true;
  /** Node's own. It gives a copy of the bytes that are being read. */
  parser?: { getCurrentBuffer?(): Buffer } | null;
}

/**
 * Whether a request line ends in HTTP. Node's parser takes RTSP and ICE with the same version numbers for HTTP, and does
 * not report the difference. Since reading the line again takes 2 µs, the requests checked are the first of each
 * connection and all of HTTP/1.0, which is the version that both protocols have.
 */
export function speaksHttp(request: IncomingMessage): boolean {
  const socket: ReadSocket = request.socket;
  const isFirst = !socket[isChecked];
  if (!isFirst && request.httpVersionMinor !== 0) return true;
  socket[isChecked] = true;
  const { method = '', url = '' } = request;
  const lines = (socket.parser?.getCurrentBuffer?.().toString('latin1') ?? '').trimStart().split('\n');
  // Where in the bytes a later request begins is not known.
  return !(isFirst ? lines.slice(0, 1) : lines).some((line) => isOfAnotherProtocol(line, method, url));
}

function isOfAnotherProtocol(line: string, method: string, url: string): boolean {
  if (!line.startsWith(method)) return false;
  const target = line.slice(method.length).trimStart();
  return target.startsWith(url) && /^ +(?:RTSP|ICE)\//.test(target.slice(url.length));
}
