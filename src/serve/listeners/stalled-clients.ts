import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How many checks fit into the time that a stalled client has. */
export const stallChecks = 4;

/**
 * What a client has to read in the time that a stalled client has, in bytes. That it reads is often seen only once it
 * has read all that was sent before, so it has that time for each such part.
 */
const leastRead = 512 * 1024;

/** How much the systems of both sides may take or free at once, before the gateway sees any of it, in bytes. */
const systemStep = 2 * 1024 * 1024;

/**
 * How many times as long as a stalled client one may take that has `sent` bytes of a connection in its system and in
 * that of the gateway, and `left` more that are sent as a whole.
 */
export function patienceFor(sent: number, left: number): number {
  return Math.max(1, (Math.min(sent, systemStep) + left) / leastRead);
}

/** What was sent on a connection, and how much of it its client has not read, in bytes. */
interface Sent {
  readonly written: number;
  readonly left: number;
  /** For how many checks in a row it has not changed. */
  readonly times: number;
}

/**
 * Aborts connections whose client reads nothing for `timeoutMs`, or for as long as the least rate allows: neither Node
 * nor TCP gives up one that is there and does not read, so its call and its upstream would be kept forever.
 */
export function abortStalled(
  server: Server,
  opens: 'connection' | 'secureConnection',
  timeoutMs: number,
): void {
  const open = new Set<Socket>();
  server.on(opens, (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  let before = new Map<Socket, Sent>();
  const look = () => {
    const now = new Map<Socket, Sent>();
    for (const socket of open) {
      const sent = compare(socket, before.get(socket));
      if (sent.times >= stallChecks * patienceFor(sent.written, sent.left)) socket.destroy();
      else if (sent.left > 0) now.set(socket, sent);
    }
    before = now;
  };
  const looking = setInterval(look, timeoutMs / stallChecks).unref();
  server.once('close', () => clearInterval(looking));
}

function compare({ bytesWritten: written, writableLength: left }: Socket, before: Sent | undefined): Sent {
  const isSame = left > 0 && written === before?.written && left === before.left;
  return { written, left, times: isSame ? before.times + 1 : 0 };
}
