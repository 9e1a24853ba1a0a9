import { createServer as createPlainServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { rootCertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fetchFile, FetchError, type FileRequest } from '#platform/fetch-file.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';

async function open(listener: RequestListener) {
  const server = await openUpstream('tables', listener);
  onTestFinished(server.close);
  return server;
}

function fetchFrom(url: string, changes: Partial<FileRequest> = {}) {
  const shown = new URL(url).origin + new URL(url).pathname;
  return fetchFile({ url, shown, maxBytes: 100, signal: new AbortController().signal, ...changes });
}

describe('a file', () => {
  test('is asked for with what is known of it, and not sent again where it is the same', async () => {
    const asked: unknown[] = [];
    const { url } = await open(({ headers }, response) => {
      asked.push(headers);
      const isSame = headers['if-none-match'] === '"1"' || headers['if-modified-since'] === 'then';
      response
        .writeHead(isSame ? 304 : 200, { etag: '"1"', 'last-modified': 'then' })
        .end(isSame ? '' : 'text');
    });
    const validators = { etag: '"1"', lastModified: 'then' };
    const fresh = { bytes: Buffer.from('text'), validators };
    expect(await fetchFrom(`${url}/a?key=1`, { authorization: 'Basic x' })).toEqual(fresh);
    expect(await fetchFrom(url, { validators })).toBe('unchanged');
    expect(await fetchFrom(url, { validators: { lastModified: 'then' } })).toBe('unchanged');
    expect(await fetchFrom(url, { validators: { etag: '"0"' } })).toEqual(fresh);
    expect(await fetchFrom(url, { validators: {} })).toEqual(fresh);
    const same = { host: new URL(url).host, connection: 'close' };
    const always = { ...same, 'accept-encoding': 'identity', 'cache-control': 'no-cache' };
    expect(asked).toEqual([
      { ...always, authorization: 'Basic x' },
      { ...always, 'if-none-match': '"1"' },
      { ...always, 'if-modified-since': 'then' },
      { ...always, 'if-none-match': '"0"' },
      always,
    ]);
  });

  test('has no validators where the server names none', async () => {
    const { url } = await open((_request, response) => response.end('text'));
    expect(await fetchFrom(url)).toEqual({ bytes: Buffer.from('text'), validators: {} });
  });

  test.each([
    [404, {}, 'SHOWN returned 404.', 404],
    [206, {}, 'SHOWN returned 206.', 206],
    [304, {}, 'SHOWN returned 304.', 304],
    [302, { location: '/b' }, 'SHOWN redirects (302), which is not followed: use the target address.', 302],
    [200, { 'content-encoding': 'gzip' }, 'SHOWN is compressed although that was not requested.', undefined],
    [200, { 'content-length': '101' }, 'SHOWN is larger than 100 bytes.', undefined],
  ] as const)('is not taken from an answer with %d and %j', async (status, headers, message, told) => {
    const { url } = await open((_request, response) => {
      response.writeHead(status, headers).flushHeaders();
      if (status !== 304) response.write('x');
    });
    const location = 'location' in headers ? headers.location : undefined;
    const error = new FetchError(message.replace('SHOWN', `${url}/table.json`), told, location);
    const fetching = fetchFrom(`${url}/table.json?token=s3cret`);
    await expect(fetching).rejects.toEqual(error);
    await expect(fetching).rejects.toHaveProperty('status', told);
  });

  test('that never ends is left, and what comes in pieces is joined', async () => {
    const endless = await open((_request, response) => {
      const write = () => void (response.writable && response.write('x'.repeat(60)) && setTimeout(write, 1));
      write();
    });
    await expect(fetchFrom(`${endless.url}/x`)).rejects.toThrow(`${endless.url}/x is larger than 100 bytes.`);
    const pieces = await open((_request, response) => {
      response.write('x'.repeat(60));
      setTimeout(() => response.end('y'.repeat(40)), 20);
    });
    const fetched = await fetchFrom(pieces.url);
    expect(fetched).toMatchObject({ bytes: Buffer.from('x'.repeat(60) + 'y'.repeat(40)) });
  });

  test('that is cut off is rejected', async () => {
    const { url } = await open((_request, response) => {
      response.writeHead(200, { 'content-length': 50 }).write('half', () => response.destroy());
    });
    await expect(fetchFrom(`${url}/x`)).rejects.toThrow(`${url}/x cannot be reached (ECONNRESET).`);
  });

  test('is not waited for once nobody wants it', async () => {
    const asked = Promise.withResolvers<Socket>();
    const server = createTcpServer((socket) => asked.resolve(socket.on('error', () => undefined)));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const stop = new AbortController();
    const { port } = server.address() as AddressInfo;
    const fetching = fetchFrom(`http://127.0.0.1:${port}/x`, { signal: stop.signal });
    const failing = expect(fetching).rejects.toThrow(`http://127.0.0.1:${port}/x did not respond in time.`);
    await asked.promise;
    stop.abort();
    await failing;
    (await asked.promise).destroy();
    const slow = await open((_request, response) => void response.write('x'));
    const late = fetchFrom(`${slow.url}/x`, { signal: AbortSignal.timeout(100) });
    await expect(late).rejects.toThrow(`${slow.url}/x did not respond in time.`);
  });

  test('is not waited for where the server turns to another protocol', async () => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: dogs\r\nconnection: upgrade\r\n\r\n';
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.write(upgrade));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await expect(fetchFrom(`http://127.0.0.1:${port}/x`)).rejects.toThrow(
      `http://127.0.0.1:${port}/x closed the connection without a response.`,
    );
  });

  test('on a server that has stopped cannot be reached', async () => {
    const server = createPlainServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    await expect(fetchFrom(`http://127.0.0.1:${port}/x?token=s3cret`)).rejects.toEqual(
      new FetchError(`http://127.0.0.1:${port}/x cannot be reached (ECONNREFUSED).`),
    );
  });
});

test('a proxy that does not respond is not waited for once nobody wants the file', async () => {
  const server = createTcpServer((socket) => void socket.on('error', () => undefined).resume());
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const proxyEnv = { HTTPS_PROXY: `http://ada:s3cret@127.0.0.1:${port}` };
  const url = 'https://docs.example.edu/x';
  await expect(fetchFrom(url, { proxyEnv, signal: AbortSignal.timeout(100) })).rejects.toThrow(
    `${url} cannot be reached through the proxy in HTTPS_PROXY (no response in time).`,
  );
});

test('a server is known by its certificate', async () => {
  const { ca, certificate, key } = await makeCertificates(['127.0.0.1'], Date.now());
  const server = await openUpstream('tables', (_request, response) => response.end('text'), {
    cert: certificate,
    key,
  });
  onTestFinished(server.close);
  await expect(fetchFrom(`${server.url}/x?token=s3cret`)).rejects.toThrow(
    `The certificate of ${server.url} is not trusted (UNABLE_TO_VERIFY_LEAF_SIGNATURE): set NODE_EXTRA_CA_CERTS to a file with certificate authorities.`,
  );
  setDefaultCACertificates([...rootCertificates, ca]);
  onTestFinished(() => setDefaultCACertificates([...rootCertificates]));
  expect(await fetchFrom(server.url)).toMatchObject({ bytes: Buffer.from('text') });
  const elsewhere = server.url.replace('127.0.0.1', 'localhost');
  await expect(fetchFrom(`${elsewhere}/x`)).rejects.toThrow(
    `The certificate of ${elsewhere} is not trusted (ERR_TLS_CERT_ALTNAME_INVALID): the server needs another certificate.`,
  );
});
