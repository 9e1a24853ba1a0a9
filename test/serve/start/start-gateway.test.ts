import { execFile } from 'node:child_process';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { request } from 'undici';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../eventually.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { build } from '#pipeline.ts';
import { tableFormat } from '#compiled/manifest.ts';
import { writeTable } from '#compiled/table.ts';
import { writeFileAtomically } from '#platform/files/write-file-atomically.ts';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { freePort } from '../../runtime/free-port.ts';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { full } from '../../full-run.ts';
import {
  consumerKey,
  fetchToken,
  lastGoodOf,
  openShared,
  secret,
  send,
  start,
  writeSources,
} from '../running-gateway.ts';

const run = promisify(execFile);

test(
  'an option replaces the address that is declared, and plain HTTP stays on loopback addresses',
  full,
  async () => {
    const { root } = await writeSources();
    // It has the port on the declared address, so that a gateway could not listen there.
    const other = await openUpstream('other');
    onTestFinished(other.close);
    const { port } = new URL(other.url);
    const gateway = await start({ root, plainHttp: true, host: '127.0.0.2', port: Number(port) });
    const { statusCode, body } = await request(`http://127.0.0.2:${port}/health/ready`);
    await body.dump();
    expect(statusCode).toBe(200);
    await gateway.close();
    await expect(start({ root, plainHttp: true, port: Number(port) })).rejects.toThrow(port);
    await expect(start({ root, plainHttp: true, host: '0.0.0.0' })).rejects.toThrow(
      "Plain HTTP is allowed only for loopback hosts, but the listener's host is 0.0.0.0.",
    );
    const secured = await start({ root, host: '0.0.0.0' });
    const ca = await readFile(join(root, '.gatewright/tls/ca.pem'), 'utf8');
    const url = `https://localhost:${new URL(secured.gatewayUrl).port}/unknown`;
    expect(await send(url, { ca })).toMatchObject({ status: 404 });
  },
);

describe('a gateway', () => {
  let shared: Awaited<ReturnType<typeof start>> & { readonly root: string };

  beforeAll(() =>
    openShared(async (atEnd) => {
      const upstream = await openUpstream('dogs');
      atEnd(upstream.close);
      const { root } = await writeSources(upstream.url, atEnd);
      shared = { root, ...(await start({ root }, atEnd)) };
    }),
  );

  test('serves over TLS what curl asks for, with the authority that it made', async () => {
    const { root, gatewayUrl, adminUrl, events } = shared;
    expect(gatewayUrl).toMatch(/^https:\/\/localhost:\d+$/);
    const caFile = join(root, '.gatewright', 'tls', 'ca.pem');
    expect(events).toEqual([
      { type: 'loaded', digest: expect.any(String), apis: 1 },
      { type: 'listening', gatewayUrl, adminUrl, digest: expect.any(String), caFile },
    ]);
    const curl = async (...options: string[]) =>
      (await run('curl', ['-sS', '--cacert', caFile, ...options])).stdout;
    const form = ['-u', `${consumerKey}:${secret}`, '-d', 'grant_type=client_credentials'];
    const token = JSON.parse(await curl(...form, `${gatewayUrl}/token`)) as { access_token: string };
    const bearer = `Authorization: Bearer ${token.access_token}`;
    expect(await curl('-H', bearer, `${gatewayUrl}/dog_park/v1/dogs`)).toBe('{"upstream":"dogs"}');
    const byAddress = gatewayUrl.replace('localhost', '127.0.0.1');
    expect(await curl('-H', bearer, `${byAddress}/dog_park/v1/dogs`)).toBe('{"upstream":"dogs"}');
  });

  test('speaks TLS 1.2 and later', async () => {
    const port = Number(new URL(shared.gatewayUrl).port);
    const shake = (maxVersion: 'TLSv1.1' | 'TLSv1.2') =>
      new Promise<string>((done) => {
        const options = {
          port,
          host: '127.0.0.1',
          rejectUnauthorized: false,
          minVersion: 'TLSv1',
          maxVersion,
        } as const;
        const socket = connect({ ...options, ciphers: 'DEFAULT@SECLEVEL=0' }, () =>
          done(String(socket.getProtocol())),
        );
        socket.on('error', () => done('refused')).on('secureConnect', () => socket.destroy());
      });
    expect(await shake('TLSv1.2')).toBe('TLSv1.2');
    expect(await shake('TLSv1.1')).toBe('refused');
  });

  test('keeps what it made for its owner only', async () => {
    const state = join(shared.root, '.gatewright');
    const modeOf = async (file: string) => (await stat(join(state, file))).mode & 0o777;
    const files = [
      'admin-key',
      'audit.jsonl',
      'in-use.lock',
      basename(lastGoodOf(shared.root)),
      'signing-key.pem',
      'state.sqlite',
      'state.sqlite-shm',
      'state.sqlite-wal',
    ];
    // The last good table is written while the gateway already listens.
    await eventually(async () => expect((await readdir(state)).toSorted()).toEqual([...files, 'tls']));
    for (const file of [...files, 'tls/key.pem']) expect(await modeOf(file)).toBe(0o600);
    for (const folder of ['.', 'tls']) expect(await modeOf(folder)).toBe(0o700);
  });

  test('admits tokens from before a restart', full, async () => {
    const upstream = await openUpstream('dogs');
    onTestFinished(upstream.close);
    const { root } = await writeSources(upstream.url);
    const options = { root, plainHttp: true, port: await freePort() };
    const first = await start(options);
    const token = await fetchToken(first.gatewayUrl);
    await first.close();
    const second = await start(options);
    const headers = { authorization: `Bearer ${token}` };
    expect(await send(`${second.gatewayUrl}/dog_park/v1/dogs`, { headers })).toMatchObject({ status: 200 });
  });

  test('tells operators how it is', async () => {
    const { adminUrl, events } = shared;
    expect(await send(`${adminUrl}/health/live`)).toEqual({ status: 200, json: { status: 'live' } });
    expect(await send(`${adminUrl}/health/ready`)).toEqual({ status: 200, json: { status: 'ready' } });
    expect(await send(`${adminUrl}/status`)).toEqual({
      status: 200,
      json: {
        digest: events[0] && 'digest' in events[0] ? events[0].digest : '',
        deployment: 'production',
        loadedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        lastError: null,
        tableFormat,
        restartNeeded: [],
        heldBack: [],
        apis: 1,
      },
    });
  });

  test('answers operators who ask for something else', async () => {
    const { adminUrl } = shared;
    const unknown = { status: 404, json: { message: 'The page does not exist.' } };
    for (const path of ['/other', '/%zz', '/other/%ff', '/'])
      expect(await send(`${adminUrl}${path}`)).toEqual(unknown);
    const headers = { 'content-type': 'application/json' };
    expect(await send(`${adminUrl}/other`, { method: 'POST', headers, body: '{' })).toEqual(unknown);
    for (const path of ['/status', '/health/live', '/health/ready']) {
      const answer = await request(`${adminUrl}${path}`, { method: 'POST', headers, body: '{' });
      expect(answer).toMatchObject({ statusCode: 405, headers: { allow: 'GET, HEAD' } });
      expect(await answer.body.json()).toEqual({ message: 'This page is read-only.' });
    }
  });

  test('serves a table that was compiled before, with nothing of the sources at hand', full, async () => {
    const upstream = await openUpstream('dogs');
    onTestFinished(upstream.close);
    const { root } = await writeSources(upstream.url);
    const { compiled } = await build(diskSourceTree(root), 'gateway.config.yaml', 'production');
    const elsewhere = await writeSources();
    const file = join(elsewhere.root, 'table.json');
    await writeFileAtomically(file, compiled ? writeTable(compiled) : '');
    const { gatewayUrl, events } = await start({
      root: elsewhere.root,
      source: { kind: 'table', file },
      plainHttp: true,
    });
    expect(events[0]).toMatchObject({ type: 'loaded', digest: compiled?.digest });
    const headers = { authorization: `Bearer ${await fetchToken(gatewayUrl)}` };
    expect(await send(`${gatewayUrl}/dog_park/v1/dogs`, { headers })).toMatchObject({ status: 200 });
  });

  test('has the declared certificate where there is one', full, async () => {
    const { root, write } = await writeSources();
    const { ca, certificate, key } = await makeCertificates(['localhost'], Date.now());
    await write('tls/chain.pem', () => certificate);
    await write('tls/key.pem', () => key);
    const tls =
      'listener: { tls: { certificate: { fromFile: tls/chain.pem }, key: { fromFile: tls/key.pem } } }';
    await write('gateway.config.yaml', (text) => text.replace('  production:', `  production:\n    ${tls}`));
    const { gatewayUrl, events } = await start({ root });
    expect(await send(`${gatewayUrl}/oauth2/jwks`, { ca })).toMatchObject({ status: 200 });
    expect(events.at(-1)).not.toHaveProperty('caFile');
  });

  test('lets calls in flight end when it closes', full, async () => {
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const upstream = await openUpstream('slow', (_request, response) => {
      asked.resolve();
      void release.promise.then(() => response.end('{}'));
    });
    onTestFinished(upstream.close);
    const { root } = await writeSources(upstream.url);
    const { gatewayUrl, close } = await start({ root, plainHttp: true });
    const headers = { authorization: `Bearer ${await fetchToken(gatewayUrl)}` };
    const inFlight = request(`${gatewayUrl}/dog_park/v1/dogs`, { headers });
    await asked.promise;
    const closed = close();
    release.resolve();
    const answer = await inFlight;
    expect(answer).toMatchObject({ statusCode: 200, headers: { connection: 'close' } });
    expect(await answer.body.json()).toEqual({});
    await closed;
    await expect(send(`${gatewayUrl}/oauth2/jwks`)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('a gateway does not start', () => {
  test('on a port that is in use, and says what to do', full, async () => {
    const { root } = await writeSources();
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    onTestFinished(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    const fault = {
      name: 'StartupError',
      failure: {
        message: `Port ${port} on 127.0.0.1 is in use.`,
        help: 'Stop the process that listens there, or choose another port with --port.',
      },
    };
    await expect(start({ root, port })).rejects.toMatchObject(fault);
    await expect(start({ root, adminPort: port })).rejects.toMatchObject({
      failure: { help: 'Stop the process that listens there, or choose another port with --admin-port.' },
    });
  });

  test.each([
    ['table.json', 'there is a file of this name'],
    ['table.json/state', 'a part of its path is not a folder'],
  ])('with a state folder that cannot be written: %s', full, async (name, reason) => {
    const { root, write } = await writeSources();
    await write('table.json', () => '{}');
    const stateFolder = join(root, name);
    await expect(start({ root, stateFolder })).rejects.toMatchObject({
      name: 'StartupError',
      message: `The state folder ${stateFolder} cannot be written (${reason}).`,
    });
  });

  test('with a state folder in which no file can be made', full, async () => {
    const { root } = await writeSources();
    await expect(start({ root, stateFolder: '/proc/self' })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('The state folder /proc/self cannot be written ('),
    });
  });

  test('over plain HTTP on an address that others can reach', full, async () => {
    const { root, write } = await writeSources();
    await write('gateway.config.yaml', (text) =>
      text.replace('  production:', '  production:\n    listener: { host: 0.0.0.0 }'),
    );
    await expect(start({ root, plainHttp: true })).rejects.toThrow(
      "Plain HTTP is allowed only for loopback hosts, but the listener's host is 0.0.0.0.",
    );
  });

  test('with broken sources and no table that was good before', full, async () => {
    const { root, write } = await writeSources();
    await write('tiers.yaml', () => 'kind: Tier\nname: gold\nlimits: {}\n');
    await expect(start({ root })).rejects.toMatchObject({
      name: 'StartupError',
      message: 'The sources have 1 error.',
      failure: {
        diagnostics: [{ severity: 'error', at: { file: 'tiers.yaml', line: 3 } }],
        sources: expect.anything(),
      },
    });
  });

  test('for a deployment that is not declared', full, async () => {
    const { root } = await writeSources();
    await expect(start({ root, deployment: 'moon' })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringContaining('moon'),
    });
  });

  test('with a secret that cannot be read', full, async () => {
    const { root, write } = await writeSources();
    await write(
      'gateway.config.yaml',
      (text) => `${text}token: { signingKeys: [{ key: { fromEnv: NO_SUCH_KEY } }] }\n`,
    );
    await expect(start({ root })).rejects.toMatchObject({
      name: 'StartupError',
      message:
        'The environment variable NO_SUCH_KEY, which holds a secret, is not set: set it before the start. It is referenced at gateway.config.yaml:9:42.',
    });
  });

  test('with an invalid signing key or certificate', full, async () => {
    const { root, write } = await writeSources();
    await write('keys/none.pem', () => 's3cret');
    await write(
      'gateway.config.yaml',
      (text) => `${text}token: { signingKeys: [{ key: { fromFile: keys/none.pem } }] }\n`,
    );
    await expect(start({ root })).rejects.toThrow(
      'The signing key keys/none.pem cannot be used: it does not contain a key in PEM.',
    );
    const tls =
      'listener: { tls: { certificate: { fromFile: keys/none.pem }, key: { fromFile: keys/none.pem } } }';
    await write('gateway.config.yaml', (text) => text.replace('  production:', `  production:\n    ${tls}`));
    await expect(start({ root })).rejects.toThrow("The listener's certificate and key are not valid PEM");
    const missing = tls.replaceAll('none.pem', 'missing.pem');
    await write('gateway.config.yaml', (text) =>
      text.replace('  production:', `  production:\n    ${missing}`),
    );
    await expect(start({ root })).rejects.toThrow(
      /keys\/missing\.pem cannot be read \(the file does not exist\): .+\. It is referenced at gateway\.config\.yaml:6:\d+\.$/,
    );
  });

  test.each([1, 2])('in %i threads, with a store whose URL cannot be read', full, async (workers) => {
    const { root, write } = await writeSources();
    await write(
      'gateway.config.yaml',
      (text) => `${text}state: { store: redis, url: { fromFile: keys/redis } }\n`,
    );
    await expect(start({ root, plainHttp: true, workers })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(
        /keys\/redis cannot be read .+ It is referenced at gateway\.config\.yaml:9:\d+\.$/,
      ),
    });
  });

  test.each([
    ['no JSON', 'kind: Gateway', 'The file is not JSON'],
    [
      'a later format',
      JSON.stringify({ format: tableFormat + 1 }),
      `this version of gatewright supports format ${tableFormat}`,
    ],
  ])('from a table that is %s', full, async (_what, text, message) => {
    const { root, write } = await writeSources();
    await write('table.json', () => text);
    await expect(start({ root, source: { kind: 'table', file: join(root, 'table.json') } })).rejects.toThrow(
      message,
    );
  });

  test('from a table that is missing, or for another deployment', full, async () => {
    const { root } = await writeSources();
    const file = join(root, 'table.json');
    await expect(start({ root, source: { kind: 'table', file } })).rejects.toThrow(
      'cannot be read (the file does not exist)',
    );
    const { compiled } = await build(diskSourceTree(root), 'gateway.config.yaml', 'qa');
    await writeFileAtomically(file, compiled ? writeTable(compiled) : '');
    await expect(start({ root, source: { kind: 'table', file } })).rejects.toThrow(
      'was compiled for the deployment qa, not for production',
    );
  });
});
