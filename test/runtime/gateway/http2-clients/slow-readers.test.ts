// @module-tag full
import { once } from 'node:events';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { get } from 'node:https';
import { connect, createServer, type AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { listenerDefaults } from '#compiled/settings/gateway-settings.ts';
import { eventually } from '../../../eventually.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { connectTo, dogs, openHttp2Gateway, type Http2Gateway } from './http2-gateway.ts';

/** A client that has 2 seconds has to read 512 KiB in them; this one reads more also on a busy machine, at a steady pace. */
const bytesPerSecond = 2_500_000;
const limits = { ...listenerDefaults.limits, stalledClientSeconds: 2 };

/** Long enough for several pauses, of which each is longer than a stalled client has. */
const enough = 35_000_000;
const endless = 1_000_000_000;

/** A line to the gateway that carries only so much of what it sends, without a pause. Returns its port. */
async function openLine(port: number): Promise<number> {
  const line = createServer((client) => {
    const gateway = connect(port, '127.0.0.1');
    gateway.on('error', () => client.destroy()).on('readable', () => undefined);
    client.on('error', () => gateway.destroy()).pipe(gateway);
    let before = performance.now();
    let budget = 0;
    const carrying = setInterval(() => {
      const now = performance.now();
      budget = Math.min(bytesPerSecond / 4, budget + ((now - before) / 1000) * bytesPerSecond);
      before = now;
      while (budget >= 1) {
        const piece = gateway.read(Math.min(gateway.readableLength, Math.floor(budget))) as Buffer | null;
        if (piece === null || piece.length === 0) break;
        budget -= piece.length;
        client.write(piece);
      }
    }, 20);
    gateway.once('close', () => client.end());
    client.once('close', () => {
      clearInterval(carrying);
      gateway.destroy();
    });
  });
  await once(line.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void line.close());
  return (line.address() as AddressInfo).port;
}

/** An upstream whose answers do not end within a test: in large pieces, or in events. */
async function open() {
  const upstream = await openUpstream('dogs', (request, response) => {
    const isEvents = request.url?.endsWith('?events') === true;
    response.writeHead(
      200,
      isEvents ? { 'content-type': 'text/event-stream' } : { 'content-length': endless },
    );
    const piece = isEvents ? `data: ${'x'.repeat(1000)}\n\n` : Buffer.alloc(65_536);
    const send = () => {
      while (!response.destroyed && response.write(piece));
    };
    response.on('drain', send);
    send();
  });
  onTestFinished(() => upstream.close());
  const gateway = await openHttp2Gateway(upstream.url, {
    gateway: { listener: { host: '127.0.0.1', port: 0, http2: true, limits } },
  });
  return { gateway, port: await openLine(gateway.port) };
}

/** How a response goes on, as its client sees it. */
class Reading {
  bytes = 0;
  isOver = false;

  constructor(response: Readable) {
    response
      .on('data', ({ length }: Buffer) => (this.bytes += length))
      .on('error', () => undefined)
      .once('close', () => (this.isOver = true));
  }
}

async function readByHttp1({ ca, authorization }: Http2Gateway, port: number, path: string) {
  const request = get({ port, host: '127.0.0.1', path, ca, headers: { authorization }, agent: false });
  onTestFinished(() => void request.destroy());
  const [response] = (await once(request, 'response')) as [Readable];
  return [new Reading(response)];
}

/** Calls at a time over one connection, with windows of that many octets. */
function readByHttp2(streams: number, windows: { readonly stream: number; readonly connection: number }) {
  return async ({ ca, authorization }: Http2Gateway, port: number, path: string) => {
    const settings = { initialWindowSize: windows.stream };
    const session: ClientHttp2Session = connectHttp2(`https://127.0.0.1:${port}`, { ca, settings });
    onTestFinished(() => session.destroy());
    await once(
      session.on('error', () => undefined),
      'connect',
    );
    session.setLocalWindowSize(windows.connection);
    return Array.from(
      { length: streams },
      () => new Reading(session.request({ ':path': path, authorization })),
    );
  };
}

const small = { stream: 65_535, connection: 65_535 };
const large = { stream: 6_000_000, connection: 50_000_000 };

test.each([
  ['HTTP/1.1', '', readByHttp1],
  ['HTTP/1.1, of events', '?events', readByHttp1],
  ['one stream of HTTP/2', '', readByHttp2(1, large)],
  ['one stream of HTTP/2, of events', '?events', readByHttp2(1, large)],
  ['100 streams of HTTP/2', '', readByHttp2(100, large)],
  ['100 streams of HTTP/2 that share a small window', '', readByHttp2(100, small)],
] as const)(
  'a client that reads slowly and without a pause over %s loses no call',
  async (_what, query, read) => {
    const { gateway, port } = await open();
    const readings = await read(gateway, port, `${dogs}${query}`);
    const sum = () => readings.reduce((total, { bytes }) => total + bytes, 0);
    const isLost = () => readings.some(({ isOver }) => isOver);
    await eventually(() => expect(isLost() || sum() > enough).toBe(true), { timeout: 90_000 });
    expect(readings.filter(({ isOver }) => isOver).length).toBe(0);
    expect(gateway.faults).toEqual([]);
  },
);

test('a client that reads one call of a connection loses the others, of which it reads nothing', async () => {
  const { gateway } = await open();
  const { authorization } = gateway;
  const session = await connectTo(gateway);
  const request = () => session.request({ ':path': dogs, authorization });
  const unread = Array.from({ length: 4 }, () =>
    request()
      .on('error', () => undefined)
      .pause(),
  );
  const steady = request();
  // At full speed it would have all of the response before the others are given up.
  steady.on('data', () => {
    steady.pause();
    setTimeout(() => steady.resume(), 5);
  });
  const read = new Reading(steady);
  await eventually(() => expect(unread.map(({ rstCode }) => rstCode)).toEqual(Array(4).fill(8)));
  const before = read.bytes;
  await eventually(() => expect(read.bytes).toBeGreaterThan(before));
  expect(read.isOver).toBe(false);
});
