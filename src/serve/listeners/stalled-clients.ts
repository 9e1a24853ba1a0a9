import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How many checks are made within the stall timeout. */
export const stallChecks = 4;

/**
 * How many bytes a client must read within the stall timeout. Progress is often visible only after the client has read
 * everything that was sent before, so the timeout is multiplied by the size of that data.
 */
const leastRead = 512 * 1024;

/** How many bytes the network buffers of both sides may accept or free at once, unnoticed by the gateway. */
const systemStep = 2 * 1024 * 1024;

/**
 * The factor that extends the stall timeout. `sent` bytes of the connection may be in the network buffers of both
 * sides, and `left` more bytes are sent as one chunk.
 */
export function patienceFor(sent: number, left: number): number {
  return Math.max(1, (Math.min(sent, systemStep) + left) / leastRead);
}

/** How many bytes were written to a connection, and how many of them its client has not read. */
interface Sent {
  readonly written: number;
  readonly left: number;
  /** For how many consecutive checks the numbers have not changed. */
  readonly times: number;
}

/**
 * Aborts connections whose client reads nothing for `timeoutMs`, or for longer if much data is pending. Neither Node
 * nor TCP gives up a connected client that does not read, so that its call and the upstream's connection would stay
 * open forever.
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
