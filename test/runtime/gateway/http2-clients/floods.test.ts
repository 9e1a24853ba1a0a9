import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { describeFrame, flags, frame, headerBlock, integer, openFrames, uint32 } from './frames.ts';
import { ask, connectTo, dogs, openHttp2Gateway } from './http2-gateway.ts';

const bodyless = flags.endHeaders | flags.endStream;

/** The frames of a flood. */
interface FloodParts {
  /** The headers of a good call. */
  readonly get: Buffer;
  readonly post: Buffer;
}

type Flood = (parts: FloodParts) => Buffer;

const repeat = (count: number, make: (index: number) => readonly Buffer[]): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, index) => make(index)).flat());

/** A separate call for each number, and what follows it on its stream. */
const calls = (count: number, behind: (stream: number) => readonly Buffer[]): Flood => {
  return ({ get }) =>
    repeat(count, (index) => [frame('headers', bodyless, 2 * index + 1, get), ...behind(2 * index + 1)]);
};

/** A field that the table of the connection keeps, as its newest (RFC 7541 section 6.2.1). */
const kept = (name: string, value: string): Buffer =>
  Buffer.concat([
    Buffer.of(0x40),
    integer(name.length, 7),
    Buffer.from(name),
    integer(value.length, 7),
    Buffer.from(value),
  ]);

/** Names the newest field of the table, so often. */
const named = (count: number): Buffer => Buffer.alloc(count, 0xbe);

/** Each ends its connection, and none calls the upstream more often than it could in good faith. */
const floods: Readonly<Record<string, Flood>> = {
  'streams that are reset at once (CVE-2023-44487)': calls(3000, (stream) => [
    frame('reset', 0, stream, uint32(8)),
  ]),
  'streams that the server has to reset: an update by nothing (CVE-2025-8671)': calls(3000, (stream) => [
    frame('window', 0, stream, uint32(0)),
  ]),
  'streams that the server has to reset: a window too large (CVE-2025-8671)': calls(3000, (stream) => [
    frame('window', 0, stream, uint32(0x7fffffff)),
  ]),
  'streams that the server has to reset: data behind the end (CVE-2025-8671)': calls(3000, (stream) => [
    frame('data', 0, stream, 'x'),
  ]),
  'streams beyond what is allowed, again and again': calls(3000, () => []),
  'requests that are malformed': () =>
    repeat(3000, (index) => [frame('headers', bodyless, 2 * index + 1, headerBlock([[':method', 'GET']]))]),
  'headers that go on and on (CVE-2024-27983)': ({ get }) =>
    Buffer.concat([
      frame('headers', flags.endStream, 1, get),
      repeat(1000, () => [frame('continuation', 0, 1, headerBlock([['x', 'y']]))]),
    ]),
  'headers that go on without any (CVE-2019-9516)': ({ get }) =>
    Buffer.concat([
      frame('headers', flags.endStream, 1, get),
      repeat(1000, () => [frame('continuation', 0, 1)]),
    ]),
  'PING (CVE-2019-9512)': () => repeat(3000, () => [frame('ping', 0, 0, '12345678')]),
  'SETTINGS (CVE-2019-9515)': () => repeat(3000, () => [frame('settings', 0, 0)]),
  'settings in one frame': () =>
    frame(
      'settings',
      0,
      0,
      repeat(2000, () => [Buffer.concat([Buffer.of(0, 0xf0), uint32(1)])]),
    ),
  'PRIORITY (CVE-2019-9513)': () =>
    repeat(50_000, () => [frame('priority', 0, 3, Buffer.concat([uint32(1), Buffer.of(1)]))]),
  'frames of a type that nobody knows': () =>
    repeat(20_000, () => [Buffer.from([0, 0, 0, 0x42, 0, 0, 0, 0, 0])]),
  'DATA without data (CVE-2019-9518)': ({ post }) =>
    Buffer.concat([frame('headers', flags.endHeaders, 1, post), repeat(20_000, () => [frame('data', 0, 1)])]),
};

async function open() {
  let asked = 0;
  const upstream = await openUpstream('dogs', (_request, response) => {
    asked += 1;
    response.end('well');
  });
  onTestFinished(() => upstream.close());
  const gateway = await openHttp2Gateway(upstream.url);
  const { authorization } = gateway;
  const block = (method: string, ...more: readonly (readonly [string, string])[]) =>
    headerBlock([
      [':method', method],
      [':scheme', 'https'],
      [':path', dogs],
      [':authority', 'a'],
      ['authorization', authorization],
      ...more,
    ]);
  const parts = { get: block('GET'), post: block('POST', ['content-type', 'application/json']) };
  return { gateway, parts, asked: () => asked, client: await openFrames(gateway) };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Whether others are served, and the gateway reported no internal errors. */
async function expectWell({ gateway }: Opened): Promise<void> {
  const other = await connectTo(gateway);
  const { status } = await ask(other, { ':path': dogs, authorization: gateway.authorization });
  expect({ status, faults: gateway.faults }).toEqual({ status: 200, faults: [] });
}

test.each(Object.entries(floods))(
  'a flood of %s ends its connection, and others are served',
  async (_what, makeFlood) => {
    const opened = await open();
    opened.client.send(makeFlood(opened.parts));
    await opened.client.closed;
    expect(opened.asked()).toBeLessThanOrEqual(200);
    await expectWell(opened);
  },
);

/** How a connection ends after too many frames of a kind. */
async function flood(gateway: Opened['gateway'], each: Buffer): Promise<readonly string[]> {
  const client = await openFrames(gateway);
  client.send(repeat(250, () => [each]));
  await client.closed;
  return client.outcome(0).filter((outcome) => outcome.startsWith('goaway'));
}

test.each([
  ['PING', frame('ping', 0, 0, '12345678')],
  ['SETTINGS', frame('settings', 0, 0)],
])('a flood of %s ends its connection with a GOAWAY that contains the reason', async (_what, each) => {
  const { gateway } = await open();
  // A connection that is closed before all is read can lose its last frames.
  const read = await eventually(async () => {
    const outcomes = await flood(gateway, each);
    if (outcomes.length === 0) throw new Error('the last frames were lost');
    return outcomes;
  });
  expect(read).toEqual(['goaway ENHANCE_YOUR_CALM']);
  expect(gateway.faults).toEqual([]);
});

test('updates of the window change nothing for others', async () => {
  const opened = await open();
  opened.client.send(repeat(50_000, () => [frame('window', 0, 0, uint32(1))]));
  opened.client.send(frame('headers', bodyless, 1, opened.parts.get));
  await eventually(() => expect(opened.client.outcome(1)).toContain('headers'));
  await expectWell(opened);
});

test('more calls at a time than are allowed are refused one by one', async () => {
  const opened = await open();
  opened.client.send(calls(150, () => [])(opened.parts));
  const outcomes = () => Array.from({ length: 150 }, (_, index) => opened.client.outcome(2 * index + 1)[0]);
  await eventually(() => expect(outcomes()).not.toContain(undefined));
  expect(new Set(outcomes())).toEqual(new Set(['headers', 'reset REFUSED_STREAM']));
  expect(outcomes().filter((outcome) => outcome === 'headers').length).toBeGreaterThanOrEqual(100);
  await expectWell(opened);
});

test('an HPACK bomb is not unpacked: a table of 4 KB that is named ten thousand times', async () => {
  const opened = await open();
  const { client, parts } = opened;
  const bomb = Buffer.concat([parts.get, kept('x', 'a'.repeat(3900)), named(10_000)]);
  client.send(frame('headers', bodyless, 1, bomb));
  await eventually(() => expect(client.received.some(({ stream }) => stream === 1)).toBe(true));
  expect(client.received.filter(({ stream }) => stream === 1).map(describeFrame)).toEqual([
    'reset ENHANCE_YOUR_CALM',
  ]);
  expect(opened.asked()).toBe(0);
  await expectWell(opened);
});
