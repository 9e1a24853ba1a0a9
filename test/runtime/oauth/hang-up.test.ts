import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { secret } from '../table-builder.ts';
import { defineTable, openAuthorization, passwordOfAlice } from './authorization-in-test.ts';

test('a login waits no longer when its client has hung up, and its password is not checked', async () => {
  const gateway = await openAuthorization(defineTable());
  onTestFinished(() => gateway.close());
  const { loginLimits } = gateway.server();
  const login = { username: 'alice', address: '127.0.0.1', application: 'Web' };
  const held = await Promise.all(Array.from({ length: 5 }, () => loginLimits.begin(login)));
  const body = new URLSearchParams({
    grant_type: 'password',
    username: 'alice',
    password: passwordOfAlice,
    client_id: 'Web-production',
    client_secret: secret,
  }).toString();
  const socket = connect(gateway.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /oauth2/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  const unavailable = () =>
    gateway.audited.flatMap((event) => (event.event === 'login_failed' ? [event.reason] : []));
  await new Promise((resume) => setTimeout(resume, 200));
  expect(unavailable()).toEqual([]);
  socket.destroy();
  await eventually(() => expect(unavailable()).toEqual(['Too many concurrent logins.']));
  for (const one of held) if (typeof one === 'object') loginLimits.end(one, 'unanswered');
  const answer = await gateway.token('Web-production', {
    grant_type: 'password',
    username: 'alice',
    password: passwordOfAlice,
  });
  expect(answer.status).toBe(200);
});
