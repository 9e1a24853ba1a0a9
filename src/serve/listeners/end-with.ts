import type { Duplex } from 'node:stream';

/** So long a client may take to read the last of what it is sent, in milliseconds. */
const patienceMs = 1000;

/** Ends a connection, whether or not its client does; one that was ended already sends what it still has to. */
export function endWith(socket: Duplex, bytes = ''): void {
  if (!socket.writable) return;
  socket.end(bytes);
  const limit = setTimeout(() => socket.destroy(), patienceMs);
  socket.once('close', () => clearTimeout(limit));
}
