import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How much was sent on a connection, and what of it its client has not taken yet, in bytes. */
interface Sent {
  readonly written: number;
  readonly left: number;
}

/**
 * Breaks connections off whose client has taken nothing of what it was sent for one to two intervals: neither Node nor
 * TCP gives up one that is there and does not read, and with it its call and its upstream would be held for ever.
 */
export function breakOffStalled(
  server: Server,
  opens: 'connection' | 'secureConnection',
  intervalMs: number,
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
      const sent = { written: socket.bytesWritten, left: socket.writableLength };
      if (sent.left === 0) continue;
      if (isSame(sent, before.get(socket))) socket.destroy();
      else now.set(socket, sent);
    }
    before = now;
  };
  const looking = setInterval(look, intervalMs).unref();
  server.once('close', () => clearInterval(looking));
}

function isSame({ written, left }: Sent, before: Sent | undefined): boolean {
  return written === before?.written && left === before.left;
}
