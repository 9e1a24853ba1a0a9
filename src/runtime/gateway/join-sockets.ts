import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Call } from './call.ts';

/**
 * Lets client and upstream speak another protocol with each other (RFC 9110 section 7.8): from here on the gateway passes
 * bytes in both directions, and ends both connections with either.
 */
export function joinSockets(call: Call, status: number, headers: readonly string[], upstream: Duplex): void {
  const { upgrade, response } = call;
  if (!upgrade) return void upstream.destroy();
  const { socket, head } = upgrade;
  response.detachSocket(socket as never);
  socket.write(renderHead(status, headers));
  if (head.length > 0) upstream.write(head);
  endTogether(socket, upstream);
  endTogether(upstream, socket);
  socket.pipe(upstream).pipe(socket);
}

function renderHead(status: number, headers: readonly string[]): string {
  let text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nconnection: upgrade\r\nupgrade: websocket\r\n`;
  for (let index = 0; index < headers.length; index += 2)
    text += `${headers[index]}: ${headers[index + 1]}\r\n`;
  return `${text}\r\n`;
}

/** So long may last what one has said to its end and the other is slow to take, in milliseconds. */
const lastWordsMs = 10_000;

function endTogether(one: Duplex, other: Duplex): void {
  one.on('error', () => other.destroy());
  one.on('close', () => {
    if (other.destroyed) return;
    const limit = setTimeout(() => other.destroy(), lastWordsMs);
    other.once('close', () => clearTimeout(limit)).end(() => other.destroy());
  });
}
