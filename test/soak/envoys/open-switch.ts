import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A port that leads to one other port at a time. */
export interface PortSwitch {
  readonly port: number;
  /** Leads to another port, and ends the connections to the one before. */
  readonly leadTo: (port: number) => void;
}

/** Opens a port of which the test decides where it leads. */
export async function openSwitch(first: number): Promise<PortSwitch> {
  let target = first;
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    const upstream = connect(target, '127.0.0.1');
    client.on('error', () => client.destroy()).once('close', () => upstream.destroy());
    upstream.on('error', () => client.destroy()).once('close', () => client.destroy());
    client.once('close', () => clients.delete(client));
    client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endConnections = () => {
    for (const client of clients) client.destroy();
  };
  onTestFinished(() => {
    endConnections();
    server.close();
  });
  const leadTo = (port: number) => {
    target = port;
    endConnections();
  };
  return { port: (server.address() as AddressInfo).port, leadTo };
}
