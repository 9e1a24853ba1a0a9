import { createServer, type RequestListener, type Server as HttpServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openGateway, type Answer, type GatewayInTest } from '../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';

const open: (() => unknown)[] = [];
let gateway: GatewayInTest;

beforeEach(() => {
  open.length = 0;
});

afterEach(async () => {
  await gateway.close();
  for (const close of open) close();
});

async function listening(server: Server | HttpServer): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function bytesUpstream(answer: (socket: Socket) => void): Promise<string> {
  return listening(
    createTcpServer((socket) => socket.on('error', () => undefined).once('data', () => answer(socket))),
  );
}

const patient = { connectMs: 20_000, firstByteMs: 20_000, idleMs: 20_000 };

async function callThrough(
  target: string,
  method: 'GET' | 'POST',
  body?: string,
  timeouts = patient,
): Promise<Answer> {
  const cors = {
    allowOrigins: ['https://walker.example.edu'],
    allowHeaders: [],
    exposeHeaders: [],
    maxAgeSeconds: 0,
  };
  const table = buildTable({
    apis: [defineApi({ cors, endpoints: { production: { targets: [target], timeouts } } })],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
  });
  gateway = await openGateway(table);
  return gateway.call('/dog_park/v1/dogs', {
    as: 'DogWalker-production',
    method,
    headers: { origin: 'https://walker.example.edu' },
    ...(body === undefined ? {} : { body }),
  });
}

describe.each(['GET', 'POST'] as const)('a %s whose upstream', (method) => {
  const body = method === 'POST' ? 'x'.repeat(100_000) : undefined;

  test('refuses the connection', async () => {
    const server = createTcpServer();
    const target = await listening(server);
    await new Promise((closed) => server.close(closed));
    const answer = await callThrough(target, method, body);
    expect(answer).toMatchObject({ status: 502, code: 'upstream_unreachable' });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://walker.example.edu',
      vary: 'Origin',
    });
    expect(gateway.faults).toEqual([]);
  });

  test('breaks the connection off', async () => {
    const target = await bytesUpstream((socket) => socket.destroy());
    expect(await callThrough(target, method, body)).toMatchObject({
      status: 502,
      code: 'upstream_unreachable',
    });
  });

  test('speaks no HTTP', async () => {
    const target = await bytesUpstream((socket) => socket.end('220 mail.example.edu ESMTP\r\n'));
    expect(await callThrough(target, method, body)).toMatchObject({ status: 502, code: 'upstream_invalid' });
  });

  test.each([
    [
      'switches protocols',
      '101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c',
      'upstream_invalid',
    ],
    ['tells it to go on, and no more', '100 Continue', 'upstream_unreachable'],
  ])('%s', async (_what, answer, code) => {
    const target = await bytesUpstream((socket) => socket.end(`HTTP/1.1 ${answer}\r\n\r\n`));
    expect(await callThrough(target, method, body)).toMatchObject({ status: 502, code });
  });

  test('answers with an invalid status', async () => {
    const target = await bytesUpstream((socket) =>
      socket.end('HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\nok'),
    );
    expect(await callThrough(target, method, body)).toMatchObject({ status: 502, code: 'upstream_invalid' });
  });

  test('never answers', async () => {
    const target = await bytesUpstream(() => undefined);
    const timeouts = { ...patient, firstByteMs: 200 };
    expect(await callThrough(target, method, body, timeouts)).toMatchObject({
      status: 504,
      code: 'upstream_timeout',
    });
  });

  test('stalls before the first byte of the body', async () => {
    const target = await bytesUpstream((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\nX-Own: 1\r\n\r\n'),
    );
    const answer = await callThrough(target, method, body, { ...patient, idleMs: 200 });
    expect(answer).toMatchObject({ status: 504, code: 'upstream_timeout' });
    expect(answer.headers).not.toHaveProperty('x-own');
  });

  test('stalls in the middle of the body', async () => {
    const target = await bytesUpstream((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'),
    );
    const timeouts = { ...patient, idleMs: 200 };
    await expect(callThrough(target, method, body, timeouts)).rejects.toMatchObject({
      code: 'UND_ERR_SOCKET',
    });
  });

  test('has a name that does not resolve', async () => {
    const answer = await callThrough('http://nowhere.invalid', method, body);
    expect(answer).toMatchObject({ status: 503, code: 'upstream_unavailable' });
  });

  test('answers 503 or redirects: that is its answer, and is not asked for twice', async () => {
    const asked: (string | undefined)[] = [];
    const listener: RequestListener = (request, response) => {
      asked.push(request.method);
      response.writeHead(asked.length === 1 ? 503 : 302, {
        'retry-after': '0',
        location: 'http://other.example.edu/x',
      });
      request.resume().on('end', () => response.end('own'));
    };
    const target = await listening(createServer(listener));
    expect(await callThrough(target, method, body)).toMatchObject({ status: 503, text: 'own' });
    const again = await gateway.call('/dog_park/v1/dogs', { as: 'DogWalker-production' });
    expect(again).toMatchObject({ status: 302, headers: { location: 'http://other.example.edu/x' } });
    expect(asked).toEqual([method, 'GET']);
  });
});

test('an upstream that answers before it has read the body gets its answer through', async () => {
  const target = await bytesUpstream((socket) =>
    socket.end('HTTP/1.1 413 Large\r\nContent-Length: 3\r\n\r\nown'),
  );
  expect(await callThrough(target, 'POST', 'x'.repeat(5_000_000))).toMatchObject({
    status: 413,
    text: 'own',
  });
});

test('odd bytes in the headers of an answer pass as they are', async () => {
  const target = await bytesUpstream((socket) =>
    socket.end(
      Buffer.from(
        'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Odd: caf\xc3\xa9 \xe2\x86\x92 \xff\r\n\r\n',
        'latin1',
      ),
    ),
  );
  const answer = await callThrough(target, 'GET');
  expect(answer).toMatchObject({ status: 200, headers: { 'x-odd': 'caf\xc3\xa9 \xe2\x86\x92 \xff' } });
});
