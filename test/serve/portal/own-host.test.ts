// @module-tag full
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { start, writeSources } from '../running-gateway.ts';

/** A gateway over TLS whose store has a host of its own; both names lead to this machine. */
async function startOnTwoHosts() {
  const { root, write } = await writeSources();
  await write(
    'gateway.config.yaml',
    (text) =>
      `${text.replace(/(gatewayUrl: https:\/\/localhost:8243)/, '$1\n    storeUrl: https://store.example.edu')}store: {}\n`,
  );
  const { gatewayUrl } = await start({ root });
  const ca = await readFile(join(root, '.gatewright/tls/ca.pem'), 'utf8');
  /** Opens a page by a name; its certificate has to be for that name. */
  const open = async (host: string, path: string) => {
    const dispatcher = new Agent({ connect: { ca, servername: host } });
    const { statusCode, headers, body } = await request(gatewayUrl + path, { dispatcher, headers: { host } });
    const text = await body.text();
    await dispatcher.close();
    return { statusCode, headers, text };
  };
  return open;
}

test('the certificate that the gateway generates is for the host of the store too', async () => {
  const open = await startOnTwoHosts();
  expect((await open('store.example.edu', '/store')).statusCode).toBe(200);
  await expect(open('elsewhere.example.edu', '/store')).rejects.toMatchObject({
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
});

test('addresses in pages are of the declared host, whatever the request names', async () => {
  const open = await startOnTwoHosts();
  const [own, other] = [await open('store.example.edu', '/store'), await open('localhost', '/store')];
  expect(other.text).toBe(own.text);
  expect(own.text).not.toContain('localhost');
  const rejected = await open('localhost', '/dog_park/v1/dogs');
  expect(rejected.text).toContain('https://store.example.edu/store/errors/token_missing');
});
