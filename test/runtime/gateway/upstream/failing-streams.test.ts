import type { TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { openFrameUpstream } from '../http2-clients/frame-upstream.ts';
import { flags, frame, headerBlock, uint32, type Frame } from '../http2-clients/frames.ts';
import { ask, connectTo, dogs, openHttp2Gateway } from '../http2-clients/http2-gateway.ts';

const head = (stream: number, length?: string) =>
  frame(
    'headers',
    flags.endHeaders,
    stream,
    headerBlock([[':status', '200'], ...(length === undefined ? [] : [['content-length', length] as const])]),
  );

/** What an upstream sends on one stream of its connection, and which response its client gets: a status, or none. */
const failures: readonly (readonly [
  what: string,
  frames: (stream: number) => readonly Buffer[],
  end: number | 'reset',
])[] = [
  ['DATA beyond the length', (stream) => [head(stream, '3'), frame('data', 0, stream, 'four')], 502],
  [
    'DATA beyond the length, in a second frame',
    (stream) => [head(stream, '3'), frame('data', 0, stream, 'one'), frame('data', 1, stream, 'x')],
    'reset',
  ],
  ['DATA behind a length of 0', (stream) => [head(stream, '0'), frame('data', 1, stream, 'x')], 502],
  ['the end before the length', (stream) => [head(stream, '9'), frame('data', 1, stream, 'four')], 'reset'],
  [
    'a name in capitals',
    (stream) => [
      frame(
        'headers',
        4,
        stream,
        headerBlock([
          [':status', '200'],
          ['X', 'y'],
        ]),
      ),
    ],
    502,
  ],
  ['no status', (stream) => [frame('headers', 4, stream, headerBlock([['x', 'y']]))], 502],
  // The request is sent again.
  ['a reset', (stream) => [frame('reset', 0, stream, uint32(2))], 200],
];

test.each(failures)('%s of an upstream fails one response alone', async (_what, frames, end) => {
  const held: (() => void)[] = [];
  let requests = 0;
  const upstream = await openFrameUpstream((socket: TLSSocket, { type, stream }: Frame) => {
    if (type !== 'headers') return;
    requests += 1;
    if (requests === 2) return void socket.write(Buffer.concat(frames(stream)));
    const answer = () =>
      void socket.write(Buffer.concat([head(stream), frame('data', flags.endStream, stream, 'well')]));
    if (requests === 1) held.push(answer);
    else answer();
  });
  const production = { targets: [upstream.url], ca: { fromEnv: 'CA' }, http2: true };
  const gateway = await openHttp2Gateway('unused', {
    api: { endpoints: { production }, validation: { requests: 'off', responses: 'off' } },
    secrets: { CA: upstream.ca },
  });
  const client = await connectTo(gateway);
  const { authorization } = gateway;
  const call = () => ask(client, { ':path': dogs, authorization });
  const first = call();
  await expect.poll(() => requests).toBe(1);
  const second = await call().then(
    ({ status }) => status,
    () => 'reset',
  );
  expect(second).toBe(end);
  const third = await call();
  for (const answer of held) answer();
  expect([(await first).text, third.text, upstream.connections(), gateway.faults]).toEqual([
    'well',
    'well',
    1,
    [],
  ]);
});
