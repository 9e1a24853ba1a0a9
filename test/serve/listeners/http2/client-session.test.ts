import { once } from 'node:events';
import { connect, constants, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ClientSession } from '#serve/listeners/http2/client-session.ts';
import { Http2Request } from '#serve/listeners/http2/http2-request.ts';
import { defaultTimeouts } from '#serve/listeners/listener-options.ts';

/** A stream of a client, as both sides see it. */
async function openStream() {
  const server = createServer();
  const taken = Promise.withResolvers<{ session: ClientSession; request: Http2Request }>();
  server.on('session', (raw) => {
    const session = new ClientSession(raw, defaultTimeouts);
    raw.on('stream', (stream, headers, _flags, rawHeaders) => {
      const request = new Http2Request(stream, { headers, rawHeaders }, session.peer);
      session.add(stream, request);
      taken.resolve({ session, request });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  const stream = client.request({ ':method': 'POST' }, { endStream: false });
  stream.on('error', () => undefined);
  return { stream, ...(await taken.promise) };
}

test('the body of a gRPC call ends its stream once nothing of it has come for as long as a request may take', async () => {
  const { stream, session, request } = await openStream();
  request.isStream = true;
  const closed = new Promise((resolve) => stream.once('close', resolve));
  const start = performance.now();
  const { requestTimeout } = defaultTimeouts;
  for (let times = 1; times <= 5; times += 1) {
    stream.write('a message');
    await once(request, 'data');
    session.look(start + 0.9 * times * requestTimeout);
    expect(request.destroyed).toBe(false);
  }
  session.look(start + 6 * requestTimeout);
  await closed;
  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
});

test('the body of another request ends its stream after as long as a request may take', async () => {
  const { stream, session, request } = await openStream();
  const closed = new Promise((resolve) => stream.once('close', resolve));
  const start = performance.now();
  for (const part of [0.9, 1.1]) {
    stream.write('a piece');
    await once(request, 'data');
    session.look(start + part * defaultTimeouts.requestTimeout);
  }
  await closed;
  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
});
