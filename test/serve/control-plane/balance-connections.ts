import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import type { AtEnd } from '../../platform/in-folder.ts';

/** Opens a port that passes its connections on to several ports in turn, skipping those where nothing listens. */
export async function balanceConnections(ports: readonly number[], atEnd: AtEnd): Promise<number> {
  let turn = 0;
  const server = createServer((client) => {
    const order = ports.map((_, index) => ports[(turn + index) % ports.length] ?? 0);
    turn += 1;
    const tryNext = () => {
      const port = order.shift();
      if (port === undefined) return void client.destroy();
      const upstream = connect(port, '127.0.0.1');
      upstream.once('connect', () => {
        upstream.off('error', tryNext);
        upstream.on('error', () => client.destroy());
        upstream.once('close', () => client.destroy());
        client.pipe(upstream).pipe(client);
        client.once('close', () => upstream.destroy());
      });
      upstream.once('error', tryNext);
    };
    client.on('error', () => client.destroy());
    tryNext();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => void server.close());
  return (server.address() as AddressInfo).port;
}
