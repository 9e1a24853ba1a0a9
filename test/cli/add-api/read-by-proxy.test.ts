// @module-tag full
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { makeAuthority } from '../../serve/control-plane/authority-in-test.ts';
import { runGatewright } from '../run-gatewright.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const host = 'docs.example.edu';
const document =
  '{"openapi":"3.0.3","info":{"title":"Cat Cafe","version":"1"},"servers":[{"url":"/cats"}],"paths":{}}';

/** A proxy that takes every CONNECT to one server, which alone knows a document; or refuses all. */
async function openProxy(mode: 'connects' | 'refuses' = 'connects') {
  const authority = await makeAuthority();
  authority.issue(host);
  const { cert, key } = await authority.read(host);
  const server = createTlsServer({ cert, key }, (request, response) => {
    if (request.url === '/old.json') response.writeHead(302, { location: '/cats.json' }).end();
    else response.end(document);
  });
  const port = await listen(server);
  const asked: (string | undefined)[] = [];
  const proxy = createServer((_, response) => void response.writeHead(500).end());
  proxy.on('connect', (request, client, head) => {
    asked.push(request.url);
    if (mode === 'refuses') return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    for (const socket of [client, upstream]) socket.on('error', () => upstream.destroy());
  });
  const address = `http://127.0.0.1:${await listen(proxy)}`;
  const add = async (url: string, env: Readonly<Record<string, string>>) => {
    const trusted = { NODE_EXTRA_CA_CERTS: authority.file };
    const words = ['add', 'api', '--from', url, '--owner', 'cats'];
    await using project = await temporaryFolder();
    const { code, stderr } = await runGatewright(project.path, words, { ...trusted, ...env });
    return { code, stderr };
  };
  return { add, address, asked };
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('add api fetches a document through the proxy in HTTPS_PROXY, also after a redirect', async () => {
  const { add, address, asked } = await openProxy();
  for (const variable of ['HTTPS_PROXY', 'https_proxy'])
    expect(await add(`https://${host}/old.json`, { [variable]: address })).toMatchObject({ code: 0 });
  expect(asked).toEqual(Array(4).fill(`${host}:443`));
});

test('add api asks no proxy for hosts of NO_PROXY, for this machine, and without HTTPS_PROXY', async () => {
  const { add, address, asked } = await openProxy();
  const direct = { HTTPS_PROXY: address, HTTP_PROXY: address };
  for (const [url, env] of [
    [`https://${host}.invalid/cats.json`, { ...direct, NO_PROXY: '.invalid' }],
    [`https://${host}.invalid/cats.json`, { HTTP_PROXY: address }],
    ['https://127.0.0.1:9/cats.json', direct],
    ['http://localhost:9/cats.json', direct],
  ] as const)
    expect(await add(url, env)).toEqual({
      code: 2,
      stderr: expect.stringMatching(
        /^error: \S+ cannot be reached \((ENOTFOUND|EAI_AGAIN|ECONNREFUSED)\)\.\n$/,
      ),
    });
  expect(asked).toEqual([]);
});

test('add api says that a proxy refuses or cannot be reached, and never shows its URL', async () => {
  const { add, address } = await openProxy('refuses');
  const url = `https://${host}/cats.json`;
  const failed = (reason: string, variable = 'HTTPS_PROXY') => ({
    code: 2,
    stderr: `error: ${url} cannot be reached through the proxy in ${variable} (${reason}).\n`,
  });
  expect(await add(url, { HTTPS_PROXY: address })).toEqual(failed('407'));
  const dead = 'http://ada:s3cret@127.0.0.1:9';
  expect(await add(url, { HTTPS_PROXY: dead })).toEqual(failed('ECONNREFUSED'));
  // Of both, the one in lower case counts.
  const both = { HTTPS_PROXY: address, https_proxy: dead };
  expect(await add(url, both)).toEqual(failed('ECONNREFUSED', 'https_proxy'));
  const unknown = await add(url, { HTTPS_PROXY: 'http://proxy.invalid:3128' });
  expect(unknown.stderr).toMatch(/ through the proxy in HTTPS_PROXY \((ENOTFOUND|EAI_AGAIN)\)\.\n$/);
});

test('add api blames a host that the proxy reaches, and not the proxy', async () => {
  const { add, address } = await openProxy();
  const url = 'https://other.example.edu/cats.json';
  expect(await add(url, { HTTPS_PROXY: address })).toEqual({
    code: 2,
    stderr:
      'error: The certificate of https://other.example.edu is not trusted (ERR_TLS_CERT_ALTNAME_INVALID): the server needs another certificate.\n',
  });
});

test('add api refuses a proxy that is not a URL of http or https, and says what to write', async () => {
  const { add } = await openProxy();
  const write = 'write one such as http://proxy.example.edu:3128.';
  for (const proxy of ['127.0.0.1:3128', 'socks5://127.0.0.1:9', 'HTTP://127.0.0.1:9', 'http://['])
    expect(await add(`https://${host}/cats.json`, { HTTPS_PROXY: proxy })).toEqual({
      code: 2,
      stderr: `error: HTTPS_PROXY is not a URL that begins with http:// or https://: ${write}\n`,
    });
  expect(await add(`https://${host}/cats.json`, { https_proxy: 'http://ada:100%@127.0.0.1:9' })).toEqual({
    code: 2,
    stderr:
      'error: The user name or password in https_proxy contains a % that encodes no character: write %25.\n',
  });
});
