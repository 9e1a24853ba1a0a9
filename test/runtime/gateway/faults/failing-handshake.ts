import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Fatal, handshake_failure (RFC 8446 section 6). */
const alert = Buffer.from([21, 3, 3, 0, 2, 2, 40]);

/** What an upstream does with the first bytes of a TLS handshake. */
export const failingHandshakes = [
  ['closes', (socket: Socket) => void socket.end()],
  ['resets', (socket: Socket) => void socket.resetAndDestroy()],
  ['answers plain HTTP', (socket: Socket) => void socket.end('HTTP/1.1 400 Bad\r\n\r\n')],
  ['answers an alert', (socket: Socket) => void socket.end(alert)],
] as const;

/** Opens an upstream on TLS that lets no handshake succeed. */
export async function openFailingHandshake(act: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => act(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => server.close(),
  };
}
