import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { eventually } from '../../eventually.ts';
import type { AtEnd } from '../../platform/in-folder.ts';

/** An upstream whose answers a scenario directs. */
export interface ScenarioUpstream {
  readonly url: string;
  /** The same over TLS. */
  readonly tlsUrl: string;
  /** How often a path was requested, however it was answered. */
  readonly count: (path: string) => number;
  /** Resolves once a path was requested so often. */
  readonly requested: (path: string, times: number) => Promise<void>;
  /** Ends the responses that were held. */
  readonly release: () => void;
}

type Reply = (response: ServerResponse, request: IncomingMessage, isFirst: boolean) => void;

/** More than the buffers of all connections take. */
export const largeBytes = 64_000_000;

/** By the last segment of the path. */
const replies: Readonly<Record<string, Reply>> = {
  breaks: (response, { socket }, isFirst) => (isFirst ? socket.destroy() : response.end('second')),
  fails: (response) => response.writeHead(503).end('own'),
  large: (response) => response.end(Buffer.alloc(largeBytes, 'x')),
  ill: (response) => response.writeHead(500).end(),
  traced: (response, { headers }) => response.end(headers['traceparent']),
};

export async function openScenarioUpstream(
  tls: { readonly cert: string; readonly key: string },
  atEnd: AtEnd,
): Promise<ScenarioUpstream> {
  const counts = new Map<string, number>();
  const held = new Set<ServerResponse>();
  const listener: RequestListener = (request, response) => {
    const path = request.url ?? '';
    const [, name = ''] = /\/(\w+)(?:\?.*)?$/.exec(path) ?? [];
    counts.set(path, (counts.get(path) ?? 0) + 1);
    if (name === 'early') return void response.end('early');
    if (name === 'held') {
      held.add(response.on('close', () => held.delete(response)));
      return void response.write('one,');
    }
    text(request).then(
      () => {
        const reply = Object.hasOwn(replies, name) ? replies[name] : undefined;
        if (reply) reply(response, request, counts.get(path) === 1);
        else response.end('own');
      },
      () => response.destroy(),
    );
  };
  const count = (path: string) => counts.get(path) ?? 0;
  return {
    url: `http://127.0.0.1:${await listen(createServer(listener), atEnd)}`,
    tlsUrl: `https://localhost:${await listen(createTlsServer(tls, listener), atEnd)}`,
    count,
    requested: (path, times) =>
      eventually(() => {
        if (count(path) < times) throw new Error(`${path} was requested ${count(path)} times`);
      }),
    release: () => held.forEach((response) => response.end('two')),
  };
}

async function listen(server: ReturnType<typeof createServer>, atEnd: AtEnd): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
