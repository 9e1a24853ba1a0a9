import { connect } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { request } from 'undici';
import { afterEach, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';

let upstream: UpstreamInTest;
let gateway: GatewayInTest;
let authorization: string;

async function openThrough(listener: Parameters<typeof openUpstream>[1]): Promise<void> {
  upstream = await openUpstream('stream', listener);
  const table = buildTable({
    apis: [defineApi({ endpoints: { production: { targets: [upstream.url] } }, maxBodyBytes: 100_000_000 })],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
  });
  gateway = await openGateway(table);
  authorization = `Bearer ${await gateway.tokenFor('DogWalker-production')}`;
}

afterEach(async () => {
  await gateway.close();
  await upstream.close();
});

const chunk = Buffer.alloc(64 * 1024, 'x');

test('a body goes up and comes back while it is still being sent', async () => {
  await openThrough((incoming, response) => incoming.pipe(response));
  const progress = { sent: 0, received: 0 };
  async function* sendChunks() {
    for (let count = 0; count < 400; count++) {
      progress.sent += chunk.length;
      yield chunk;
      // Only so much may be on its way: a gateway that waited for all of it would never answer.
      while (progress.sent - progress.received > 4_000_000)
        await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const url = `${gateway.url}/dog_park/v1/dogs`;
  const body = Readable.from(sendChunks());
  const answer = await request(url, { method: 'POST', headers: { authorization }, body });
  for await (const part of answer.body) progress.received += (part as Buffer).length;
  expect(answer.statusCode).toBe(200);
  expect(progress.received).toBe(400 * chunk.length);
});

test('an answer without end begins at once, and ends with its client', async () => {
  const ended = Promise.withResolvers<void>();
  await openThrough((_incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: 1\n\n');
    response.once('close', () => ended.resolve());
  });
  const answer = await request(`${gateway.url}/dog_park/v1/dogs`, { headers: { authorization } });
  const [first] = (await once(answer.body, 'data')) as [Buffer];
  expect(String(first)).toBe('data: 1\n\n');
  answer.body.on('error', () => undefined).destroy();
  await ended.promise;
});

test('a slow reader slows the upstream down', async () => {
  let written = 0;
  await openThrough((_incoming, response) => {
    const write = () => {
      while (written < 200_000_000) {
        written += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', write);
      }
    };
    response.on('error', () => undefined);
    write();
  });
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(`GET /dog_park/v1/dogs HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`);
  await once(socket, 'readable');
  let before = -1;
  while (written !== before) {
    before = written;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(written).toBeLessThan(50_000_000);
  socket.destroy();
});

test('a client that disconnects aborts the request to the upstream', async () => {
  const asked = Promise.withResolvers<void>();
  const dropped = Promise.withResolvers<void>();
  await openThrough((incoming, response) => {
    asked.resolve();
    incoming.resume();
    response.once('close', () => dropped.resolve());
  });
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(`GET /dog_park/v1/dogs HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`);
  await asked.promise;
  socket.destroy();
  await dropped.promise;
  expect(gateway.faults).toEqual([]);
});

test('a client that disconnects in the middle of its body aborts the request to the upstream', async () => {
  const asked = Promise.withResolvers<void>();
  const dropped = Promise.withResolvers<void>();
  await openThrough((incoming) => {
    incoming.once('data', () => asked.resolve()).once('close', () => dropped.resolve());
    incoming.on('error', () => undefined);
  });
  const socket = connect(gateway.port, '127.0.0.1');
  const head = `POST /dog_park/v1/dogs HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n`;
  socket.write(`${head}Content-Length: 1000000\r\n\r\nonly a part`);
  await asked.promise;
  socket.destroy();
  await dropped.promise;
  expect(gateway.faults).toEqual([]);
});
