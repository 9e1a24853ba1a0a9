// @module-tag full
import { expect, onTestFinished, test } from 'vitest';
import { hashArgon2id } from '#runtime/identity/argon2id.ts';
import { freePort } from '../runtime/free-port.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { consumerKey, secret, send, start, writeSources } from './running-gateway.ts';

const [formerPassword, laterPassword] = ['the password of the former', 'the password of the later'];
const declare = async (password: string) =>
  `kind: User\nname: ada\npasswordDigest: ${await hashArgon2id(password)}\n`;
const nobody = '# ada has left\n';

async function serve() {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  await write('applications/dog_walker.yaml', (text) =>
    text.replace('[client_credentials, authorization_code]', '[password, refresh_token, authorization_code]'),
  );
  const declareUsers = (text: string) => write('users/ada.yaml', () => text);
  await declareUsers(await declare(formerPassword));
  return { root, declareUsers };
}

const ask = async (url: string, parameters: Readonly<Record<string, string>>) =>
  send(`${url}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${consumerKey}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(parameters).toString(),
  });

const logIn = (url: string, password: string) =>
  ask(url, { grant_type: 'password', username: 'ada', password });

/** The statuses of a call and of a refresh with the answer to a login. */
async function statusesOf(
  url: string,
  { access_token: token, refresh_token: refresh }: Record<string, unknown>,
) {
  const headers = { authorization: `Bearer ${String(token)}` };
  const { status: call } = await send(`${url}/dog_park/v1/dogs`, { headers });
  const { status } = await ask(url, { grant_type: 'refresh_token', refresh_token: String(refresh) });
  return { call, refresh: status };
}

test('a name that is declared again by hand revives nothing of who had it before', async () => {
  const { root, declareUsers } = await serve();
  const options = { root, plainHttp: true, port: await freePort() };
  const gateway = await start(options);
  const url = gateway.gatewayUrl;
  const { json: former } = await logIn(url, formerPassword);
  await declareUsers(nobody);
  await gateway.sees('reloaded');
  expect(await statusesOf(url, former)).toEqual({ call: 403, refresh: 400 });
  await declareUsers(await declare(laterPassword));
  await gateway.sees('reloaded', 2);
  expect(await statusesOf(url, former)).toEqual({ call: 403, refresh: 400 });
  const { json: later } = await logIn(url, laterPassword);
  await gateway.close();
  const restarted = await start(options);
  expect(await statusesOf(restarted.gatewayUrl, former)).toEqual({ call: 403, refresh: 400 });
  expect(await statusesOf(restarted.gatewayUrl, later)).toEqual({ call: 200, refresh: 200 });
});
