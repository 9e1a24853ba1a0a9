import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { rawGet, sendRaw } from '../send-raw.ts';
import { buildTable } from '../table-builder.ts';

let gateway: GatewayInTest;
let refused: string[] = [];

beforeAll(async () => {
  const errorDocsUrl = 'https://docs.example.edu/errors';
  gateway = await openGateway(
    buildTable({ gateway: { errorDocsUrl }, apis: [], applications: [], subscriptions: [] }),
    {
      observer: {
        callEnded: ({ rejected }) => void refused.push(`call: ${rejected}`),
        refused: (code) => void refused.push(code),
      },
    },
  );
});

afterAll(() => gateway.close());

function bodyOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
}

describe('what never reaches the gateway is answered like everything else', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'request_malformed'],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', 501, 'method_unknown'],
    ['a method in lower case', 'get / HTTP/1.1\r\nHost: a\r\n\r\n', 501, 'method_unknown'],
    ['something else than a request', 'FETCH it\r\n\r\n', 400, 'request_malformed'],
    [
      'a handshake of TLS',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xFC\x03\x03 / HTTP/1.1\r\n\r\n',
      400,
      'request_malformed',
    ],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'request_malformed'],
    ['two Hosts', rawGet('/a/b', 'Host: other.example.edu'), 400, 'request_malformed'],
    [
      'an IPv6 Host with a port',
      'GET /a/b HTTP/1.1\r\nHost: [::1]:8243\r\nConnection: close\r\n\r\n',
      404,
      'api_unknown',
    ],
    [
      'a transfer coding beside chunked',
      'POST /a/b HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
      400,
      'request_malformed',
    ],
    [
      'chunks in HTTP/1.0',
      'POST /a/b HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'request_malformed',
    ],
    ['headers beyond 16 KiB', rawGet('/', `X-Long: ${'x'.repeat(20_000)}`), 431, 'headers_too_large'],
    [
      'a length that is none',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
      400,
      'request_malformed',
    ],
    [
      'two framings',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'request_malformed',
    ],
    ['a broken escape', rawGet('/%zz'), 400, 'path_malformed'],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400, 'path_malformed'],
    [
      'a method that nobody declares',
      'MKCOL /a/b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      404,
      'api_unknown',
    ],
    ['an unknown expectation', rawGet('/a/b', 'Expect: miracles'), 404, 'api_unknown'],
  ])('%s', async (_what, bytes, status, code) => {
    refused = [];
    const answer = await sendRaw(gateway.port, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
    expect(answer.toLowerCase()).toContain('content-type: application/json; charset=utf-8\r\n');
    expect(bodyOf(answer)).toEqual({
      message: expect.any(String),
      developerMessage: expect.any(String),
      moreInformation: `https://docs.example.edu/errors/${code}`,
      code,
    });
    // Each is reported once, whether or not it was read far enough to be a call.
    await eventually(() => expect(refused.map((one) => one.replace('call: ', ''))).toEqual([code]));
  });
});

describe('a request that is refused before it is a call is reported', () => {
  test('by its code', async () => {
    refused = [];
    await sendRaw(gateway.port, 'hello\r\n\r\n');
    await sendRaw(gateway.port, rawGet('/a/b', 'Host: other.example.edu'));
    await sendRaw(gateway.port, rawGet('/', `X-Long: ${'x'.repeat(20_000)}`));
    expect(refused).toEqual(['request_malformed', 'request_malformed', 'headers_too_large']);
  });

  test('also where it took too long', async () => {
    const told: string[] = [];
    const timeouts = {
      headersTimeout: 100,
      requestTimeout: 100,
      keepAliveTimeout: 100,
      connectionsCheckingInterval: 20,
      stalledClientTimeout: 1000,
    };
    const impatient = await openGateway(buildTable({ apis: [], applications: [], subscriptions: [] }), {
      timeouts,
      observer: { refused: (code) => void told.push(code) },
    });
    onTestFinished(() => impatient.close());
    expect(await sendRaw(impatient.port, 'GET /a/b HTTP/1.1\r\n')).toMatch(/^HTTP\/1\.1 408 /);
    expect(told).toEqual(['request_timeout']);
  });

  test('beside the call before it on its connection', async () => {
    refused = [];
    await sendRaw(gateway.port, 'GET /a/b HTTP/1.1\r\nHost: a\r\n\r\nhello\r\n\r\n');
    expect(refused.toSorted()).toEqual(['call: api_unknown', 'request_malformed']);
  });

  test('but not a connection that was reset', async () => {
    refused = [];
    const socket = connect(gateway.port, '127.0.0.1');
    socket.write('GET /a/b HTTP/1.1\r\nHost: a');
    await once(socket, 'connect');
    await eventually(async () => expect(await gateway.openConnections()).toBeGreaterThan(0));
    socket.resetAndDestroy();
    await eventually(async () => expect(await gateway.openConnections()).toBe(0));
    expect(refused).toEqual([]);
  });
});

test.each(['', 'a b', 'a/b', 'a@b', 'a:b', '[::1', 'a, b'])('the Host "%s" is malformed', async (host) => {
  const answer = await sendRaw(
    gateway.port,
    `GET /a/b HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(bodyOf(answer)).toMatchObject({ code: 'request_malformed' });
});

test('a rejection is rendered as XML for those who ask', async () => {
  const answer = await gateway.call('/cats/v1/cats', {
    headers: { accept: 'application/json;q=0.5, text/xml' },
  });
  expect(answer).toMatchObject({
    status: 404,
    headers: { 'content-type': 'text/xml; charset=utf-8', 'cache-control': 'no-store' },
    text:
      '<?xml version="1.0" encoding="UTF-8"?>\n<error><message>The API does not exist.</message>' +
      '<developerMessage>No API with this context and version is served; the path has the form /{context}/{version}/{resource}.</developerMessage>' +
      '<moreInformation>https://docs.example.edu/errors/api_unknown</moreInformation><code>api_unknown</code></error>\n',
  });
});

test('before the first generation the gateway says that it is starting', async () => {
  refused = [];
  const { generation } = gateway.serving;
  gateway.serving.generation = undefined;
  expect(await gateway.call('/cats/v1/cats')).toMatchObject({ status: 503, code: 'gateway_starting' });
  expect(refused).toEqual(['gateway_starting']);
  expect(await gateway.call('/oauth2/jwks')).toMatchObject({
    status: 503,
    text: expect.stringContaining('temporarily_unavailable'),
  });
  gateway.serving.generation = generation;
});

test('none of this is a program error of the gateway', () => {
  expect(gateway.faults).toEqual([]);
});

test('a fault of the gateway is recorded, and its caller learns nothing of it', async () => {
  const { generation } = gateway.serving;
  const broken = { message: 'inner workings' };
  const settings = () => {
    throw Object.assign(new Error(), broken);
  };
  gateway.serving.generation = Object.defineProperty({ ...generation! }, 'authorization', { get: settings });
  const token = await gateway.call('/oauth2/jwks');
  expect(token).toMatchObject({ status: 500, text: expect.not.stringContaining('inner') });
  const apis = Object.defineProperty({ ...generation!.gateway }, 'apis', { get: settings });
  gateway.serving.generation = { ...generation!, gateway: apis };
  const call = await gateway.call('/cats/v1/cats');
  expect(call).toMatchObject({
    status: 500,
    code: 'internal_error',
    text: expect.not.stringContaining('inner'),
  });
  expect(gateway.faults).toMatchObject([broken, broken]);
  gateway.serving.generation = generation;
});
