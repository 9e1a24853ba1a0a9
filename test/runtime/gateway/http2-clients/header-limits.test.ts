import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { listenerDefaults } from '#compiled/settings/gateway-settings.ts';
import { eventually } from '../../../eventually.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { flags, frame, headerBlock, openFrames, type FrameClient } from './frames.ts';
import { dogs, openHttp2Gateway } from './http2-gateway.ts';

const limits = { ...listenerDefaults.limits, maxHeaderBytes: 4096, maxHeaders: 40, maxConcurrentStreams: 5 };

async function open() {
  const upstream = await openUpstream('dogs');
  onTestFinished(() => upstream.close());
  const refused: string[] = [];
  const gateway = await openHttp2Gateway(upstream.url, {
    gateway: { listener: { host: '127.0.0.1', port: 0, http2: true, limits } },
    observer: { refused: (code) => void refused.push(code) },
  });
  return { upstream, gateway, refused };
}

const sizeOf = (fields: readonly (readonly [string, string])[]) =>
  fields.reduce((sum, [name, value]) => sum + name.length + value.length + 32, 0);

function answerOn({ received }: FrameClient): string {
  const data = received.filter(({ type }) => type === 'data').map(({ payload }) => payload);
  return Buffer.concat(data).toString();
}

// A client that sends frames as they are never acknowledges the settings of the gateway.
test.each([
  ['as large as allowed', 0, '{"upstream":"dogs"}'],
  ['larger by an octet', 1, '"code":"headers_too_large"'],
])('headers %s, before the settings are acknowledged', async (_what, beyond, answer) => {
  const { gateway, refused } = await open();
  const client = await openFrames(gateway);
  const fields = [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', dogs],
    [':authority', 'a'],
    ['authorization', gateway.authorization],
    ['x-one', 'a'],
    ['x-long', ''],
  ] as const;
  const value = 'y'.repeat(limits.maxHeaderBytes - sizeOf(fields) + beyond);
  const block = headerBlock([...fields.slice(0, -1), ['x-long', value]]);
  client.send(frame('headers', flags.endHeaders | flags.endStream, 1, block));
  await eventually(() => expect(answerOn(client)).toContain(answer));
  expect(refused).toEqual(beyond > 0 ? ['headers_too_large'] : []);
});

test.each([
  ['as many headers as allowed', 40, '200'],
  ['one header too many', 41, '431'],
])('a WebSocket that is asked for with %s', async (_what, count, status) => {
  const { gateway, upstream, refused } = await open();
  const socket = connectTls({ port: gateway.port, host: '127.0.0.1', ca: gateway.ca });
  onTestFinished(() => void socket.destroy());
  const lines = [
    `GET ${dogs} HTTP/1.1`,
    'Host: a',
    `Authorization: ${gateway.authorization}`,
    'Connection: upgrade',
    'Upgrade: websocket',
  ];
  const more = Array.from({ length: count - 4 }, (_, index) => `X-${index}: y`);
  socket.write([...lines, ...more, '', ''].join('\r\n'));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect([answer.toString().split(' ')[1], upstream.seen.length]).toEqual([status, count > 40 ? 0 : 1]);
  expect(refused).toEqual(count > 40 ? ['headers_too_large'] : []);
});
