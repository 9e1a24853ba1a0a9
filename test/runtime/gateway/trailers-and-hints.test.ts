import { createServer, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';

let server: Server;
let gateway: GatewayInTest;

afterEach(async () => {
  await gateway.close();
  server.closeAllConnections();
  server.close();
});

async function callThrough(listener: RequestListener) {
  server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const table = buildTable({
    apis: [defineApi({ endpoints: { production: { targets: [`http://127.0.0.1:${port}`] } } })],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
  });
  gateway = await openGateway(table);
  const authorization = `Bearer ${await gateway.tokenFor('DogWalker-production')}`;
  const hints: unknown[] = [];
  const call = request(`${gateway.url}/dog_park/v1/dogs`, { headers: { authorization } }).end();
  call.on('information', ({ statusCode, headers }) => hints.push({ statusCode, link: headers['link'] }));
  const [answer] = await once(call, 'response');
  return { body: await text(answer), trailers: answer.trailers, hints, status: answer.statusCode };
}

test('trailer fields come behind the body, but for those that mean something before it', async () => {
  const { body, trailers } = await callThrough((_request, response) => {
    response.writeHead(200, { trailer: 'x-checksum' });
    response.write('whole');
    response.addTrailers({
      'x-checksum': 'abc',
      'set-cookie': 'a=b',
      'access-control-allow-origin': '*',
      'content-type': 'text/html',
    });
    response.end();
  });
  expect({ body, trailers }).toEqual({ body: 'whole', trailers: { 'x-checksum': 'abc' } });
});

test('early hints come before the answer', async () => {
  const link = '</style.css>; rel=preload';
  const { hints, status } = await callThrough((_request, response) => {
    response.writeEarlyHints({ link }, () => response.end('later'));
  });
  expect({ hints, status }).toEqual({ hints: [{ statusCode: 103, link }], status: 200 });
});

test('an upstream that says that it is working is waited for', async () => {
  const { hints, body } = await callThrough((_request, response) => {
    response.writeProcessing();
    response.writeProcessing();
    response.end('done');
  });
  expect({ hints, body }).toEqual({ hints: [], body: 'done' });
});
