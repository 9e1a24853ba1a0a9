import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { frame, preface, readFrames, type Frame } from './frames.ts';

const certificates = makeCertificates(['127.0.0.1'], Date.now());

/** An upstream over HTTP/2 that writes each frame itself. It is closed after the test. */
export async function openFrameUpstream(take: (socket: TLSSocket, received: Frame) => void) {
  const { certificate: cert, key, ca } = await certificates;
  let connections = 0;
  const server = createServer({ cert, key, ALPNProtocols: ['h2'] });
  server.on('secureConnection', (socket: TLSSocket) => {
    connections += 1;
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    socket.write(frame('settings', 0, 0));
    socket.once('data', (first: Buffer) => {
      readFrames(socket, (received) => take(socket, received));
      socket.emit('data', first.subarray(preface.length));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}`, ca, connections: () => connections };
}
