import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { canonicalJson } from '#compiled/canonical-json.ts';
import type { Compiled } from '#compiled/compiled.ts';
import { digestOf } from '#compiled/digest.ts';
import { tableFormat } from '#compiled/manifest.ts';
import { cleanSources } from '#compiler/rule/clean-sources.ts';
import { build } from '#pipeline.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { callGatewright } from '../call-gatewright.ts';
import { temporaryFolder, type TemporaryFolder } from '../temporary-folder.ts';
import { steady } from './running-status.ts';

let folder: TemporaryFolder;
/** The table that is expected, and another one. */
let expected: Compiled;
let other: Compiled;

async function compileFolder(change: (text: string) => string): Promise<Compiled> {
  const file = 'apis/dog_park/v1/openapi.yaml';
  await folder.write(file, change(cleanSources[file] ?? ''));
  const { compiled } = await build(diskSourceTree(folder.path), 'gateway.config.yaml', 'production');
  if (!compiled) throw new Error('the sources do not compile');
  return compiled;
}

beforeAll(async () => {
  folder = await temporaryFolder();
  other = await compileFolder((text) => text.replace('/dogs:', '/cats:'));
  expected = await compileFolder((text) => text);
  return () => folder[Symbol.asyncDispose]();
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function ask(url: string, ...words: readonly string[]) {
  const { code, stdout, stderr } = await callGatewright(folder.path, ['status', '--url', url, ...words]);
  return { code, stdout: steady(stdout), error: steady(stderr.split('\n')[0] ?? '') };
}

const noGateway = (what: string) => `error: http://HOST is not the admin listener of a gateway: it ${what}.`;

const json = (response: ServerResponse, value: unknown) => response.end(JSON.stringify(value));
const statusOf = ({ digest }: Pick<Compiled, 'digest'>) => ({
  digest,
  deployment: 'production',
  tableFormat,
});

describe('a server that is not a gateway is recognized', () => {
  test.each<[string, RequestListener, string]>([
    ['a page', (_, r) => r.end('<!doctype html><title>Dogs</title>'), noGateway('returns something else')],
    ['other JSON', (_, r) => r.end('{"status":"ok"}'), noGateway('returns something else')],
    ['no object', (_, r) => r.end('[]'), noGateway('returns something else')],
    ['nothing', (_, r) => r.end(), noGateway('returns something else')],
    [
      'a digest that is none',
      (_, r) => r.end('{"digest":"sha256:../..","deployment":"production"}'),
      noGateway('returns something else'),
    ],
    ['404', (_, r) => r.writeHead(404).end('{}'), noGateway('returns 404')],
    ['500', (_, r) => r.writeHead(500).end(), noGateway('returns 500')],
    ['401', (_, r) => r.writeHead(401).end(), 'error: http://HOST requires authentication (401).'],
    [
      'a redirect',
      (_, r) => r.writeHead(302, { location: 'http://127.0.0.1/token=secret' }).end(),
      'error: http://HOST redirects (302), which is not followed.',
    ],
    [
      'an answer that breaks off',
      (_, r) => void r.writeHead(200, { 'content-length': '100' }).write('{"dig', () => r.destroy()),
      'error: No gateway responds at http://HOST (ECONNRESET).',
    ],
    [
      'headers without an end',
      (_, r) => r.writeHead(200, { 'x-long': 'x'.repeat(70_000) }).end(),
      'error: No gateway responds at http://HOST (HPE_HEADER_OVERFLOW).',
    ],
    [
      'another protocol',
      (_, r) => {
        r.writeHead(101, { upgrade: 'dogs', connection: 'upgrade' }).flushHeaders();
      },
      'error: No gateway responds at http://HOST (the connection was closed).',
    ],
    [
      'marks that a terminal obeys',
      (_, r) => json(r, { digest: expected.digest, deployment: '\u001B[2J' }),
      'error: http://HOST serves the deployment \uFFFD[2J, not production.',
    ],
    [
      'a later format',
      (_, r) => json(r, { ...statusOf(other), tableFormat: 99, version: '9.0.0' }),
      `error: http://HOST uses route tables of format 99, and this version writes format ${tableFormat}.`,
    ],
    [
      'no table',
      (_, r) => json(r, { digest: null, deployment: 'production' }),
      'error: http://HOST does not serve a table yet.',
    ],
  ])('%s', async (_, answer, error) => {
    expect(await ask(await listen(answer))).toEqual({ code: 2, stdout: '', error });
  });

  test('an answer that takes too long, as a whole or from byte to byte', async () => {
    const late = 'error: No gateway responds at http://HOST (no answer in time).';
    const silent = await listen(() => undefined);
    expect(await ask(silent, '--timeout-seconds', '1')).toEqual({ code: 2, stdout: '', error: late });
    const slow = await listen((_, response) => {
      const timer = setInterval(() => response.write(' '), 50);
      response.on('close', () => clearInterval(timer));
    });
    expect(await ask(slow, '--timeout-seconds', '1')).toEqual({ code: 2, stdout: '', error: late });
  });

  test('an answer without an end', async () => {
    const block = Buffer.alloc(1024 * 1024, ' ');
    const url = await listen((_, response) => {
      const send = () => {
        while (response.write(block));
        response.once('drain', send);
      };
      send();
    });
    expect(await ask(url)).toEqual({
      code: 2,
      stdout: '',
      error: 'error: http://HOST is not the admin listener of a gateway: its response does not end.',
    });
  });

  test('what speaks no HTTP', async () => {
    const sockets = new Set<Socket>();
    const server = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).write('220 mail.example.edu ESMTP\r\n');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    expect(await ask(`http://127.0.0.1:${port}`)).toEqual({
      code: 2,
      stdout: '',
      error: 'error: No gateway responds at http://HOST (HPE_INVALID_CONSTANT).',
    });
    expect((await ask(`https://127.0.0.1:${port}`)).error).toMatch(/does not speak TLS \(/);
  });
});

/** A gateway that shows given content on each page. */
function listenAs(pages: Readonly<Record<string, (response: ServerResponse) => unknown>>) {
  return listen((request, response) => {
    const page = pages[request.url ?? ''];
    if (page) page(response);
    else response.writeHead(404).end('{}');
  });
}

const reasonOf = async (url: string) => {
  const { code, stdout, error } = await ask(url, '--format', 'json');
  const { changes, reason } = JSON.parse(stdout) as { readonly changes: unknown; readonly reason?: string };
  return { code, error, changes, reason };
};

const unknown = (reason: string) => ({ code: 1, error: '', changes: null, reason });

describe('a gateway that does not show its table as it is', () => {
  const manifestPage = (manifest: unknown, digest = other.digest) => ({
    '/status': (r: ServerResponse) => json(r, statusOf(other)),
    '/table': (r: ServerResponse) => json(r, { digest, manifest }),
  });
  const noTable = 'Its /table response is not a route table';

  test('since it is of a release that does not know how', async () => {
    const { tableFormat: _, ...old } = statusOf(other);
    const url = await listenAs({ '/status': (r) => json(r, old) });
    const reason = 'The version of the gateway does not support showing its table.';
    expect(await reasonOf(url)).toEqual(unknown(reason));
    const same = await listenAs({ '/status': (r) => json(r, { ...old, digest: expected.digest }) });
    expect((await ask(same)).code).toBe(0);
  });

  test('since it fails', async () => {
    const url = await listenAs({
      '/status': (r) => json(r, statusOf(other)),
      '/table': (r) => r.writeHead(500).end(),
    });
    expect(await reasonOf(url)).toEqual(unknown('The gateway does not show its table: it returned 500.'));
  });

  test('but something else', async () => {
    for (const manifest of [
      null,
      [],
      {},
      { ...other.manifest, format: 99 },
      { ...other.manifest, gateway: null },
    ])
      expect(await reasonOf(await listenAs(manifestPage(manifest)))).toEqual(unknown(`${noTable}.`));
    const subscriptions = [{ application: 'Nobody', api: 'DogPark/v1', tier: 'gold', scopes: [] }];
    const dangling = await listenAs({
      ...manifestPage({ ...other.manifest, subscriptions }),
      [`/table/parts/${other.manifest.apis[0]?.part}`]: (r) => json(r, [...other.apis.values()][0]),
    });
    expect(await reasonOf(dangling)).toEqual(
      unknown(`${noTable}: A subscription refers to the unknown application Nobody.`),
    );
  });

  test('but one that nothing can be made of', async () => {
    const parts = Object.fromEntries(
      [...other.apis].map(([digest, part]) => [
        `/table/parts/${digest}`,
        (r: ServerResponse) => r.end(canonicalJson(part)),
      ]),
    );
    const reasonFor = async (change: (manifest: string) => string) => {
      const page = `{"digest":"${other.digest}","manifest":${change(JSON.stringify(other.manifest))}}`;
      const pages = { ...manifestPage({}), '/table': (r: ServerResponse) => r.end(page), ...parts };
      return reasonOf(await listenAs(pages));
    };
    const cannot = expect.stringMatching(/^Its table cannot be compared \(.+\)\.$/) as string;
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(await reasonFor((text) => text.replace('"gateway":{', `"gateway":{"deep":${deep},`))).toEqual(
      unknown(cannot),
    );
    const strange = '"identityProviders":[{"name":"campus","type":"strange"}]';
    expect(await reasonFor((text) => text.replace(/"identityProviders":\[[^\]]*\]/, strange))).toEqual(
      unknown(cannot),
    );
  });

  test('but one after the other', async () => {
    const again = 'Its table was replaced repeatedly while it was read.';
    const changing = await listenAs(manifestPage(other.manifest, digestOf('another')));
    expect(await reasonOf(changing)).toEqual(unknown(again));
    expect(await reasonOf(await listenAs(manifestPage(other.manifest)))).toEqual(unknown(again));
    const [digest] = other.apis.keys();
    const forged = await listenAs({
      ...manifestPage(other.manifest),
      [`/table/parts/${digest}`]: (r) => json(r, { name: 'DogPark' }),
    });
    expect(await reasonOf(forged)).toEqual(unknown(again));
  });

  test('but is asked again where it was replaced meanwhile', async () => {
    let asked = 0;
    const url = await listenAs({
      '/status': (r) => json(r, statusOf(asked++ === 0 ? other : expected)),
      '/table': (r) => json(r, { digest: expected.digest, manifest: expected.manifest }),
    });
    expect((await ask(url)).code).toBe(0);
  });

  test('and one that does is asked for what differs alone', async () => {
    const asked: (string | undefined)[] = [];
    const pages = Object.fromEntries(
      [...other.apis].map(([digest, part]) => [
        `/table/parts/${digest}`,
        (r: ServerResponse) => r.end(canonicalJson(part)),
      ]),
    );
    const all = { ...manifestPage(other.manifest), ...pages };
    const url = await listen((request, response) => {
      asked.push(request.url);
      all[request.url as keyof typeof all]?.(response);
    });
    const { code, changes } = await reasonOf(url);
    expect([code, changes]).toEqual([1, expect.any(Array)]);
    expect(asked).toEqual(['/status', '/table', `/table/parts/${[...other.apis.keys()][0]}`]);
  });
});
