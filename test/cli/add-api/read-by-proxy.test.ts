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
    if (mode === 'refuses') return void client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
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

test('add api fetches a document by the proxy of HTTPS_PROXY, also after a redirect', async () => {
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

test('add api says that a proxy refuses, or that its address is broken', async () => {
  const { add, address } = await openProxy('refuses');
  const url = `https://${host}/cats.json`;
  expect(await add(url, { HTTPS_PROXY: address })).toEqual({
    code: 2,
    stderr: `error: ${url} cannot be reached by the proxy that HTTPS_PROXY names (ERR_PROXY_TUNNEL).\n`,
  });
  expect(await add(url, { HTTPS_PROXY: 'http://[' })).toEqual({
    code: 2,
    stderr: `error: ${url} cannot be reached by the proxy that HTTPS_PROXY names (ERR_PROXY_INVALID_CONFIG).\n`,
  });
});
