import fc from 'fast-check';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { draws } from '../../../full-run.ts';
import { readAnswers } from './read-answers.ts';
import { openRecordingUpstream, plainAnswer, type RecordingUpstream } from './recording-upstream.ts';
import { head, headTo, post, sequel, type SmugglingCase } from './smuggling-case.ts';
import { smugglingCorpus } from './smuggling-corpus.ts';

let upstream: RecordingUpstream;
let gateway: GatewayInTest;
let authorization: string;

beforeAll(async () => {
  // Answers to later requests are there first, and have to wait for their turn.
  upstream = await openRecordingUpstream((line) => ({
    ...plainAnswer(line),
    ...(line === 'GET /dogs' ? { afterMs: 10 } : {}),
  }));
  const table = buildTable({
    apis: [
      defineApi({
        endpoints: { production: { targets: [upstream.url] } },
        operations: ['GET /dogs', 'POST /dogs', 'DELETE /dogs', 'GET /dogs/sequel', 'GET /dogs/smuggled'],
        validation: { requests: 'off', responses: 'off' },
      }),
    ],
    applications: [defineApplication('DogWalker')],
    subscriptions: [subscribe('DogWalker')],
  });
  gateway = await openGateway(table);
  authorization = `Authorization: Bearer ${await gateway.tokenFor('DogWalker-production')}`;
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

function fill(bytes: string): Buffer {
  const filled = bytes.replaceAll('{dogs}', '/dog_park/v1/dogs').replaceAll('{authorization}', authorization);
  return Buffer.from(filled, 'latin1');
}

async function send(bytes: string): Promise<string> {
  const socket = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
  socket.write(fill(bytes));
  return text(socket);
}

test.each([
  ['garbage', 'garbage\r\n\r\n', ['200', '400']],
  ['a body that breaks off', `${post('Transfer-Encoding: chunked')}+5\r\n`, ['200', '400']],
  ['a call without a token', 'GET {dogs} HTTP/1.1\r\nHost: a\r\n\r\n', ['200', '403', '200']],
  // It is answered before it can get 100 Continue, and then it is unknown what the client sends next.
  ['an expectation', `${post('Expect: 100-continue', 'Content-Length: 5')}12345`, ['200', '200']],
  ['a WebSocket', head('GET', 'Connection: Upgrade', 'Upgrade: websocket'), ['200', '200']],
  ['a tunnel', headTo('CONNECT a:443 HTTP/1.1', 'Host: a'), ['200', '400']],
  ['a call that ends the connection', head('GET', 'Connection: close'), ['200', '200']],
])('%s behind a slow answer waits for its turn', async (_what, bytes, statuses) => {
  const answers = readAnswers(await send(head('GET') + bytes + sequel));
  expect(answers.map(({ status }) => String(status))).toEqual(statuses);
  upstream.takeSeen();
});

test('garbage that comes while an answer goes out is answered behind it', async () => {
  const socket = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
  const received: unknown[] = [];
  socket.on('data', (data) => received.push(data));
  socket.write(fill(head('GET').repeat(3)));
  await once(socket, 'data');
  socket.write('garbage\r\n\r\n');
  await once(socket, 'close');
  expect(readAnswers(received.join('')).map(({ status }) => status)).toEqual([200, 200, 200, 400]);
  upstream.takeSeen();
});

test.each([
  ['a tunnel', headTo('CONNECT a:443 HTTP/1.1', 'Host: a')],
  ['a WebSocket', head('GET', 'Connection: Upgrade', 'Upgrade: websocket')],
  ['a request', head('GET')],
  ['half a request', 'GET {dogs} HT'],
  ['garbage', 'garbage\r\n\r\n'],
])('a client that resets its connection after %s does no harm', async (_what, bytes) => {
  const socket = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
  socket.write(fill(head('GET') + bytes));
  await new Promise((later) => setTimeout(later, 5));
  socket.resetAndDestroy();
  const answers = readAnswers(await send(sequel));
  expect(answers.map(({ status }) => status)).toEqual([200]);
  upstream.takeSeen();
});

/** What HEAD is answered with has no body, which the reader could not know. */
const readable = Object.values(smugglingCorpus)
  .flat()
  .filter(({ bytes }) => !bytes.startsWith('HEAD'));

/** Those that leave the client waiting for more have no end. */
const ending = (each: SmugglingCase): boolean => each.answers.length > 0;

test('whatever comes on one connection, each answer is whole, and each request to the upstream', async () => {
  const several = fc.array(fc.constantFrom(...readable.filter(ending)), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(several, async (cases) => {
      const received = await send(cases.map(({ bytes }) => bytes).join('') + sequel);
      expect(() => readAnswers(received)).not.toThrow();
      await upstream.settle();
      expect(upstream.takeSeen().filter((line) => line.startsWith('not HTTP'))).toEqual([]);
    }),
    { numRuns: draws(150) },
  );
});

test('none of this is a program error of the gateway', () => {
  expect(gateway.faults).toEqual([]);
});
