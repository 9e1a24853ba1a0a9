import { once } from 'node:events';
import { connect } from 'node:net';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { sendEarly } from '#runtime/rejection/send-early.ts';

test('a client may close the connection before the rest of its body is read', async () => {
  const app = fastify();
  const closed = Promise.withResolvers<void>();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  app.addHook('onRequest', async (request, reply) => {
    request.raw.once('close', () => closed.resolve());
    return sendEarly(reply.code(404), 'not here');
  });
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  onTestFinished(() => app.close());
  const socket = connect(Number(address.port), address.hostname);
  socket.write(`POST / HTTP/1.1\r\nhost: ${address.host}\r\ncontent-length: 1000000\r\n\r\nbegun`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 [^]*\r\n\r\n/);
  socket.destroy();
  await closed.promise;
  // An error that nothing catches would end the process; here it would fail the run.
  expect((await fetch(address)).status).toBe(404);
});
