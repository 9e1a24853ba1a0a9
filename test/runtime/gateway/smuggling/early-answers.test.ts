import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../../gateway-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { readAnswers } from './read-answers.ts';
import { openRecordingUpstream, type RecordingUpstream } from './recording-upstream.ts';

let upstream: RecordingUpstream;
let gateway: GatewayInTest;
let authorization: string;

beforeAll(async () => {
  upstream = await openRecordingUpstream(undefined, 'early');
  const table = buildTable({
    apis: [
      defineApi({
        endpoints: { production: { targets: [upstream.url] } },
        operations: ['POST /dogs', 'GET /dogs/sequel'],
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

const head = (line: string, ...lines: readonly string[]): string =>
  [`${line} HTTP/1.1`, 'Host: a', authorization, ...lines, '', ''].join('\r\n');
const sequel = (): string => head('GET /dog_park/v1/dogs/sequel', 'Connection: close');

async function ask(bytes: string): Promise<readonly number[]> {
  const socket = connect(gateway.port, '127.0.0.1');
  socket.write(bytes);
  return readAnswers(await text(socket)).map(({ status }) => status);
}

const smuggled = 'GET /dogs/smuggled HTTP/1.1\r\nHost: a\r\n\r\n';

test.each([
  ['a length', `Content-Length: ${smuggled.length + 5}`, 'begin', smuggled],
  [
    'chunks',
    'Transfer-Encoding: chunked',
    '5\r\nbegin\r\n',
    `${smuggled.length.toString(16)}\r\n${smuggled}\r\n0\r\n\r\n`,
  ],
])(
  'the rest of a body with %s that is answered early is not read as a request',
  async (_what, framing, first, rest) => {
    const socket = connect(gateway.port, '127.0.0.1').on('error', () => undefined);
    const received: Buffer[] = [];
    socket.on('data', (data: Buffer) => received.push(data));
    socket.write(head('POST /dog_park/v1/dogs', framing) + first);
    while (!Buffer.concat(received).toString().endsWith('ok')) await once(socket, 'data');
    // Another client's call must not end up behind the half of this one.
    expect(await ask(sequel())).toEqual([200]);
    socket.write(rest + sequel());
    await once(socket, 'close');
    const answers = readAnswers(Buffer.concat(received).toString());
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await ask(sequel())).toEqual([200]);
    const lines = upstream.takeSeen().map((line) => line.split(/ HTTP| \[/)[0]);
    expect(lines.filter((line) => line === 'GET /dogs/sequel')).toHaveLength(3);
    expect(lines.filter((line) => line !== 'GET /dogs/sequel')).toEqual([
      expect.stringMatching(/^(unfinished: )?POST \/dogs$/),
    ]);
  },
);

test('none of this is a program error of the gateway', () => {
  expect(gateway.faults).toEqual([]);
});
