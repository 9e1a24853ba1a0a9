import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { Call } from '#runtime/gateway/call.ts';
import { joinSockets } from '#runtime/gateway/forward/exchange.ts';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Both ends of a connection: as `from` opened it, and as it was accepted. */
async function openConnection(): Promise<{ readonly from: Socket; readonly to: Socket }> {
  const server = createServer({ allowHalfOpen: true });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const from = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [to] = (await once(server, 'connection')) as [Socket];
  closing.push(() => [from, to, server.close()].forEach((each) => 'destroy' in each && each.destroy()));
  return { from, to };
}

test('the last words of an upstream reach a client that is slow to take what came before', async () => {
  const client = await openConnection();
  const upstream = await openConnection();
  const piece = 'x'.repeat(1000);
  let before = 0;
  while (client.to.writableLength === 0) {
    client.to.write(piece);
    before += piece.length;
    await new Promise(setImmediate);
  }
  const response = { detachSocket: () => undefined };
  const call = { upgrade: { socket: client.to, response, head: Buffer.alloc(0) } };
  joinSockets(call as unknown as Call, 101, [], upstream.from);
  upstream.to.end('goodbye');
  await once(upstream.from, 'close');
  await new Promise(setImmediate);
  const received = await text(client.from);
  expect(received.slice(before)).toMatch(/^HTTP\/1\.1 101 [^]*\r\n\r\ngoodbye$/);
  expect(client.to.destroyed).toBe(true);
});
