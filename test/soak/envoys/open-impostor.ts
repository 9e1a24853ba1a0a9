import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { Socket } from 'node:net';
import type { CertificateFiles } from '../../serve/control-plane/authority-in-test.ts';

/** What answers at the address of a control plane in its place. */
export interface Impostor {
  /** How many connections it was asked for, and how many polls it got. */
  readonly counts: () => { readonly connections: number; readonly polls: number };
  readonly close: () => Promise<void>;
}

/** Opens a server that answers the polls of Envoys by a listener of its own. */
export async function openImpostor(
  port: number,
  { certificate, key }: CertificateFiles,
  answer: RequestListener,
): Promise<Impostor> {
  const [cert, secret] = await Promise.all([readFile(certificate), readFile(key)]);
  const counts = { connections: 0, polls: 0 };
  const server = createServer({ cert, key: secret }, (incoming, response) => {
    counts.polls += 1;
    answer(incoming, response);
  });
  // Also those whose handshake is not complete, which the server does not know as its own yet.
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    counts.connections += 1;
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { counts: () => counts, close };
}
