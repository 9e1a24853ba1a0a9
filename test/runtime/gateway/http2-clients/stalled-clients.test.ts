// @module-tag full
import { connect as connectTls } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listenerDefaults } from '#compiled/settings/gateway-settings.ts';
import { eventually } from '../../../eventually.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { flags, frame, headerBlock, openFrames, uint32 } from './frames.ts';
import { ask, connectTo, dogs, openHttp2Gateway, type Http2Gateway } from './http2-gateway.ts';

const maxConnections = 4;

/** Calls whose answers are not read, over one connection with a window of nothing. */
async function stallByHttp2(gateway: Http2Gateway, calls: number) {
  const client = await openFrames(gateway);
  client.send(frame('settings', 0, 0, Buffer.concat([Buffer.of(0, 4), uint32(0)])));
  const head = headerBlock([
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', `${dogs}?large`],
    [':authority', 'a'],
    ['authorization', gateway.authorization],
  ]);
  const streams = Array.from({ length: calls }, (_, index) => 2 * index + 1);
  client.send(...streams.map((stream) => frame('headers', flags.endHeaders | flags.endStream, stream, head)));
}

async function stallByHttp1({ port, ca, authorization }: Http2Gateway, calls: number) {
  for (let index = 0; index < calls; index += 1) {
    const socket = connectTls({ port, host: '127.0.0.1', servername: 'localhost', ca });
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined).pause();
    socket.write(`GET ${dogs}?large HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization}\r\n\r\n`);
  }
}

async function open(stalledClientSeconds: number) {
  let large = 0;
  const upstream = await openUpstream('dogs', (request, response) => {
    const isLarge = request.url?.endsWith('?large') === true;
    if (isLarge) large += 1;
    response.end(isLarge ? Buffer.alloc(30_000_000) : 'well');
  });
  onTestFinished(() => upstream.close());
  const timeouts = { connectMs: 50, firstByteMs: 20_000, idleMs: 20_000 };
  const limits = { ...listenerDefaults.limits, stalledClientSeconds };
  const gateway = await openHttp2Gateway(upstream.url, {
    api: { endpoints: { production: { targets: [upstream.url], maxConnections, timeouts } } },
    gateway: { listener: { host: '127.0.0.1', port: 0, http2: true, limits } },
  });
  const client = await connectTo(gateway);
  const call = () => ask(client, { ':path': dogs, authorization: gateway.authorization });
  return { gateway, call, large: () => large };
}

describe.each([
  ['HTTP/2', stallByHttp2],
  ['HTTP/1.1', stallByHttp1],
] as const)('clients over %s that read nothing', (_protocol, stall) => {
  test('keep their connections to the upstream for as long as is declared', async () => {
    const { gateway, call, large } = await open(600);
    await stall(gateway, maxConnections);
    await eventually(() => expect(large()).toBe(maxConnections));
    expect((await call()).status).toBe(503);
  });

  test('lose their calls then, so that others get the connections', async () => {
    const { gateway, call, large } = await open(1);
    await stall(gateway, maxConnections);
    await eventually(() => expect(large()).toBe(maxConnections));
    await eventually(async () => expect((await call()).status).toBe(200));
    expect(gateway.faults).toEqual([]);
  });
});
