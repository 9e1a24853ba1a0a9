import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { sendRaw } from '../send-raw.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';

/** An upstream that echoes everything, and records its requests. */
async function openEcho() {
  const seen: IncomingMessage[] = [];
  const server = createServer((_request, response) => response.writeHead(426).end('only WebSockets'));
  const sockets = new WebSocketServer({ server, handleProtocols: (offered) => [...offered][0] ?? false });
  sockets.on('connection', (socket, request) => {
    seen.push(request);
    socket.on('message', (data, isBinary) => socket.send(data as Buffer, { binary: isBinary }));
    socket.on('error', () => undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    for (const client of sockets.clients) client.terminate();
    sockets.close();
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, seen, sockets, close };
}

let upstream: Awaited<ReturnType<typeof openEcho>>;
let gateway: GatewayInTest;
let token: string;

beforeEach(async () => {
  upstream = await openEcho();
  const apis = [defineApi({ endpoints: { production: { targets: [upstream.url] } } })];
  gateway = await openGateway(
    buildTable({
      apis,
      applications: [defineApplication('DogWalker')],
      subscriptions: [subscribe('DogWalker')],
    }),
  );
  token = await gateway.tokenFor('DogWalker-production');
});

afterEach(async () => {
  await gateway.close();
  upstream.close();
});

function open(path: string, authorization?: string, protocols: readonly string[] = []): WebSocket {
  const headers = authorization === undefined ? {} : { authorization };
  return new WebSocket(`${gateway.url.replace('http', 'ws')}${path}`, [...protocols], { headers });
}

/** A server's answer instead of opening the socket. */
async function refusalOf(socket: WebSocket): Promise<{ status: number | undefined; text: string }> {
  const [, answer] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  const chunks = await answer.toArray();
  return { status: answer.statusCode, text: Buffer.concat(chunks as Buffer[]).toString() };
}

describe('a WebSocket', () => {
  test('says and hears what passes through, small and large', async () => {
    const socket = open('/dog_park/v1/dogs', `Bearer ${token}`);
    await once(socket, 'open');
    socket.send('hello');
    expect(String((await once(socket, 'message'))[0])).toBe('hello');
    const large = Buffer.alloc(3_000_000, 'x');
    socket.send(large);
    expect(((await once(socket, 'message'))[0] as Buffer).equals(large)).toBe(true);
    socket.close(4001, 'enough');
    expect((await once(socket, 'close')).map(String)).toEqual(['4001', 'enough']);
    expect(upstream.seen[0]?.headers.authorization).toBeUndefined();
    expect(upstream.seen[0]?.url).toBe('/dogs');
  });

  test('is not opened by a request of HTTP/1.0, which is answered as if it had not asked', async () => {
    const answer = await sendRaw(
      gateway.port,
      [
        'GET /dog_park/v1/dogs HTTP/1.0',
        'Host: a',
        `Authorization: Bearer ${token}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        '\r\n',
      ].join('\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 426 [^]*only WebSockets$/);
    expect(upstream.seen).toEqual([]);
  });

  test('agrees on a protocol', async () => {
    const socket = open('/dog_park/v1/dogs', `Bearer ${token}`, ['dogs', 'cats']);
    await once(socket, 'open');
    expect(socket.protocol).toBe('dogs');
    socket.terminate();
  });

  test('ends at the upstream when its client disconnects', async () => {
    const socket = open('/dog_park/v1/dogs', `Bearer ${token}`);
    await once(socket, 'open');
    const [there] = upstream.sockets.clients;
    socket.terminate();
    await once(there as WebSocket, 'close');
    expect(upstream.sockets.clients.size).toBe(0);
  });

  test('ends at the client when its upstream disconnects', async () => {
    const socket = open('/dog_park/v1/dogs', `Bearer ${token}`);
    await once(socket, 'open');
    for (const there of upstream.sockets.clients) there.terminate();
    expect((await once(socket, 'close'))[0]).toBe(1006);
  });

  test('goes on over a reload that moves its upstream, on what it began with', async () => {
    const socket = open('/dog_park/v1/dogs', `Bearer ${token}`);
    await once(socket, 'open');
    await gateway.swap(
      buildTable({
        apis: [defineApi({ endpoints: { production: { targets: ['http://127.0.0.1:9'] } } })],
        applications: [defineApplication('DogWalker')],
        subscriptions: [subscribe('DogWalker')],
      }),
    );
    socket.send('still here');
    expect(String((await once(socket, 'message'))[0])).toBe('still here');
    socket.terminate();
  });

  test('is aborted where the gateway closes and it does not end', async () => {
    const socket = open('/dog_park/v1/dogs', `Bearer ${token}`);
    await once(socket, 'open');
    const ended = once(socket, 'close');
    await gateway.close(10);
    expect((await ended)[0]).toBe(1006);
    gateway = await openGateway(buildTable({ apis: [], applications: [], subscriptions: [] }));
  });

  test.each([
    ['without a token', '/dog_park/v1/dogs', undefined, 403],
    ['with a bad token', '/dog_park/v1/dogs', 'Bearer x', 403],
    ['of an unknown API', '/cats/v1/dogs', 'Bearer x', 404],
  ])('%s is refused in HTTP', async (_what, path, authorization, status) => {
    const { status: answered, text } = await refusalOf(open(path, authorization));
    expect(answered).toBe(status);
    expect(JSON.parse(text)).toMatchObject({ code: expect.any(String) });
    expect(upstream.seen).toEqual([]);
  });

  test('whose upstream does not want it gets the answer of the upstream', async () => {
    upstream.sockets.options.verifyClient = (_info: unknown, done: (ok: boolean, code: number) => void) =>
      done(false, 409);
    const { status } = await refusalOf(open('/dog_park/v1/dogs', `Bearer ${token}`));
    expect(status).toBe(409);
  });
});

test('an upgrade to any other protocol is not taken up', async () => {
  const answer = await sendRaw(
    gateway.port,
    `GET /dog_park/v1/dogs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: upgrade, http2-settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 426 /);
});
