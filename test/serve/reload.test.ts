import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tableFormat } from '#compiled/manifest.ts';
import { writeTable } from '#compiled/table.ts';
import { build } from '#pipeline.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import { makeTestFolder } from '../platform/in-folder.ts';
import { freePort } from '../runtime/free-port.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { full } from '../full-run.ts';
import { lastGoodOf, fetchToken, send, start, writeSources } from './running-gateway.ts';

const api = 'apis/dog_park/v1/api.yaml';

async function serve(port = 0) {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const sources = await writeSources(upstream.url);
  const gateway = await start({ root: sources.root, plainHttp: true, port });
  const token = await fetchToken(gateway.gatewayUrl);
  const call = (path = '/dog_park/v1/dogs') =>
    send(`${gateway.gatewayUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const status = async () => (await send(`${gateway.adminUrl}/status`)).json;
  return { ...sources, ...gateway, upstream, token, call, status };
}

describe('a change of the sources', () => {
  test('is taken in while calls go on', async () => {
    const { write, call, sees, status } = await serve();
    expect(await call()).toMatchObject({ status: 200 });
    await write('apis/dog_park/v1/openapi.yaml', (text) => text.replace('/dogs:', '/cats:'));
    const reloaded = await sees('reloaded');
    expect(await call()).toMatchObject({ status: 404, json: { code: 'resource_unknown' } });
    expect(await call('/dog_park/v1/cats')).toMatchObject({ status: 200 });
    expect(await status()).toMatchObject({
      digest: 'digest' in reloaded ? reloaded.digest : '',
      lastError: null,
    });
  });

  test('may be a save by way of another file, or a deletion', full, async () => {
    const { root, call, sees } = await serve();
    const text = await readFile(join(root, api), 'utf8');
    await writeFile(join(root, '.api.yaml~'), text.replace('published', 'blocked'));
    await rename(join(root, '.api.yaml~'), join(root, api));
    await sees('reloaded');
    expect(await call()).toMatchObject({ status: 503, json: { code: 'api_blocked' } });
    await rm(join(root, 'apis'), { recursive: true });
    await sees('reloaded', 2);
    expect(await call()).toMatchObject({ status: 404, json: { code: 'api_unknown' } });
  });

  test('that git is still checking out is waited for', full, async () => {
    const { root, write, sees, events } = await serve();
    await mkdir(join(root, '.git'));
    await writeFile(join(root, '.git/index.lock'), '');
    await write('apis/dog_park/v1/openapi.yaml', (text) => text.replace('/dogs:', '/cats:'));
    // Longer than the pause by which a checkout without a lock is known to be over.
    await delay(500);
    expect(events.map(({ type }) => type)).toEqual(['loaded', 'listening']);
    await write(api, (text) => text.replace('published', 'blocked'));
    await rm(join(root, '.git/index.lock'));
    await sees('reloaded');
    await write('tiers.yaml', (text) => `# a note\n${text}`);
    await sees('unchanged');
    expect(events.filter(({ type }) => type === 'reloaded')).toHaveLength(1);
  });

  /** Starts a gateway and writes two files, one 50 ms after the other; again where a slow machine took longer. */
  async function writeTwo(): ReturnType<typeof serve> {
    const gateway = await serve();
    const begunAt = performance.now();
    await gateway.write(api, (text) => text.replace('/dog_park', '/cat_park').replace('DogPark', 'CatPark'));
    await delay(50);
    await gateway.write('apis/dog_park/v1/subscriptions.yaml', (text) => text.replace('DogPark', 'CatPark'));
    // A pause of 100 ms ends a change.
    return performance.now() - begunAt < 80 ? gateway : writeTwo();
  }

  test('of two files, one 50 ms after the other, is taken in as a whole', full, async () => {
    const { write, call, sees, events } = await writeTwo();
    await sees('reloaded');
    expect(await call('/cat_park/v1/dogs')).toMatchObject({ status: 200 });
    await write('tiers.yaml', (text) => `# a note\n${text}`);
    await sees('unchanged');
    expect(events.filter(({ type }) => type.startsWith('reload'))).toHaveLength(1);
  });

  test('that means nothing changes nothing', full, async () => {
    const { write, call, sees } = await serve();
    await write('tiers.yaml', (text) => `# a note\n${text}`);
    await sees('unchanged');
    expect(await call()).toMatchObject({ status: 200 });
  });

  test('that are not sources is not even looked at', full, async () => {
    const { root, write, sees, events } = await serve();
    await writeFile(join(root, 'gateway.log'), 'written by whoever started the gateway here\n');
    await write('tiers.yaml', (text) => `# a note\n${text}`);
    await sees('unchanged');
    expect(events.filter(({ type }) => type === 'unchanged')).toHaveLength(1);
  });

  test('that the ignore file newly suppresses is loaded with it', full, async () => {
    const { root, write, call, sees } = await serve();
    const rule = 'application-password-grant';
    await write('gateway.config.yaml', (text) => `${text}lint: { rules: { ${rule}: error } }\n`);
    await sees('unchanged');
    const file = 'applications/dog_walker.yaml';
    await write(file, (text) => text.replace('authorization_code]', 'authorization_code, password]'));
    expect(await sees('reload-failed')).toMatchObject({ diagnostics: [{ code: rule }] });
    const entry = `- { rule: ${rule}, file: ${file}, pointer: /grants/2, reason: It ends next week. }\n`;
    await writeFile(join(root, 'gatewright-ignore.yaml'), entry);
    await sees('reloaded');
    expect(await call()).toMatchObject({ status: 200 });
  });

  test(
    'that retires a version is taken in, even where a warning of that is set to be an error',
    full,
    async () => {
      const { write, call, sees } = await serve();
      await write(
        'gateway.config.yaml',
        (text) => `${text}lint: { rules: { subscription-to-retired-api: error } }\n`,
      );
      await sees('unchanged');
      await write(api, (text) => text.replace('published', 'retired'));
      await sees('reloaded');
      expect(await call()).toMatchObject({ status: 410 });
    },
  );

  test('that is broken changes nothing, is reported, and is forgotten when it is fixed', full, async () => {
    const { root, write, call, sees, status, events } = await serve();
    const before = await status();
    await write('tiers.yaml', (text) => text.replace('limit:', 'limits:'));
    const failed = await sees('reload-failed');
    expect(failed).toMatchObject({
      message: 'The sources have 1 error.',
      diagnostics: [{ at: { file: 'tiers.yaml' } }],
    });
    expect(await call()).toMatchObject({ status: 200 });
    expect(await status()).toEqual({
      ...before,
      lastError: {
        message: 'The sources have 1 error.',
        places: [{ place: 'tiers.yaml:3:1', message: expect.any(String), code: 'unknown-field' }],
      },
    });
    await rm(join(root, 'gateway.config.yaml'));
    await sees('reload-failed', 2);
    expect(await call()).toMatchObject({ status: 200 });
    await write('tiers.yaml');
    await write('gateway.config.yaml');
    await sees('reloaded');
    expect(await status()).toEqual(before);
    expect(events.filter(({ type }) => type === 'error')).toEqual([]);
  });

  test('whose secrets cannot be read changes nothing, and a secret may change alone', full, async () => {
    const { root, write, call, sees, upstream } = await serve();
    const auth = 'auth: { header: { name: X-Key, value: { fromFile: secrets/key } } }';
    await write(api, (text) => text.replace(`${upstream.url} }`, `${upstream.url}, ${auth} }`));
    expect(await sees('reload-failed')).toMatchObject({
      message: expect.stringMatching(
        /^The secret file secrets\/key cannot be read \(the file does not exist\): .+\. It is referenced at apis\/dog_park\/v1\/api\.yaml:9:\d+\.$/,
      ),
      diagnostics: [],
    });
    expect(await call()).toMatchObject({ status: 200 });
    await write('secrets/key', () => 'first\n');
    await sees('reloaded');
    await call();
    expect(upstream.seen.at(-1)?.headers).toMatchObject({ 'x-key': 'first' });
    await write('secrets/key', () => 'second\n');
    await sees('reloaded', 2);
    await call();
    expect(upstream.seen.at(-1)?.headers).toMatchObject({ 'x-key': 'second' });
    await rm(join(root, 'secrets'), { recursive: true });
    await sees('reload-failed', 2);
    expect(await call()).toMatchObject({ status: 200 });
  });

  test('of what holds from start to end waits for a restart, and the rest does not', full, async () => {
    const { write, call, sees } = await serve();
    await write(
      'gateway.config.yaml',
      (text) =>
        text
          .replace('localhost:8243', 'localhost:9999')
          .replace('  production:', '  production:\n    listener: { port: 9999 }') + 'versioning: header\n',
    );
    expect(await sees('restart-needed')).toMatchObject({
      what: ['gatewayUrl', 'authUrl', 'keyManagerUrl', 'listener'],
    });
    expect(await call()).toMatchObject({ status: 400, json: { code: 'version_missing' } });
  });
});

test('APIs that a change takes away are named', full, async () => {
  const { write, call, sees } = await serve();
  await write(api, (text) => text.replace('published', 'created'));
  expect(await sees('warning')).toEqual({
    type: 'warning',
    message: '1 API is no longer served: DogPark/v1.',
  });
  expect(await call()).toMatchObject({ status: 404, json: { code: 'api_unknown' } });
});

test('the own signing key is held, so that a reload without its file refuses no token', async () => {
  const { root, write, call, sees } = await serve();
  await rm(join(root, '.gatewright', 'signing-key.pem'));
  await write('apis/dog_park/v1/openapi.yaml', (text) => text.replace('/dogs:', '/cats:'));
  await sees('reloaded');
  expect(await call('/dog_park/v1/cats')).toMatchObject({ status: 200 });
});

const secretHeader = (upstreamUrl: string) => (text: string) =>
  text.replace(
    `${upstreamUrl} }`,
    `${upstreamUrl}, auth: { header: { name: X-Key, value: { fromFile: secrets/key } } } }`,
  );

test('a secret file outside of the folder may change alone, also by way of links', full, async () => {
  const { write, call, sees, upstream } = await serve();
  const elsewhere = await makeTestFolder();
  const file = (name: string) => join(elsewhere, name);
  for (const [folder, value] of Object.entries({ first: 'one', second: 'two' })) {
    await mkdir(file(folder));
    await writeFile(file(`${folder}/key`), value);
  }
  await symlink('first', file('now'));
  await symlink('now/key', file('key'));
  await write(api, (text) => secretHeader(upstream.url)(text).replace('secrets/key', file('key')));
  await sees('reloaded');
  await writeFile(file('first/key'), 'changed');
  await sees('reloaded', 2);
  await call();
  expect(upstream.seen.at(-1)?.headers).toMatchObject({ 'x-key': 'changed' });
  // As Kubernetes changes the files of a secret that is mounted.
  await symlink('second', file('next'));
  await rename(file('next'), file('now'));
  await rm(file('first'), { recursive: true });
  await sees('reloaded', 3);
  await call();
  expect(upstream.seen.at(-1)?.headers).toMatchObject({ 'x-key': 'two' });
});

describe('a start with sources from which nothing can be built', () => {
  test('serves the last good table until they are fixed', full, async () => {
    const { root, write, close, upstream } = await serve();
    await close();
    await write(api, secretHeader(upstream.url));
    const again = await start({ root, plainHttp: true });
    expect(again.events).toMatchObject([
      {
        type: 'last-good',
        message: expect.stringMatching(
          /^The secret file secrets\/key cannot be read \(the file does not exist\): .+\. It is referenced at apis\/dog_park\/v1\/api\.yaml:9:\d+\.$/,
        ),
        diagnostics: [],
      },
      { type: 'listening' },
    ]);
    await write('secrets/key', () => 'first');
    await again.sees('reloaded');
    expect((await send(`${again.adminUrl}/status`)).json).toMatchObject({ lastError: null });
  });

  test('says why the last good table cannot be used either', full, async () => {
    const { root, write, close, upstream, sees } = await serve();
    await write('secrets/key', () => 'first');
    await write(api, secretHeader(upstream.url));
    await sees('reloaded');
    await close();
    await rm(join(root, 'secrets'), { recursive: true });
    await write('tiers.yaml', (text) => text.replace('limit:', 'limits:'));
    const file = lastGoodOf(root);
    await expect(start({ root, plainHttp: true })).rejects.toMatchObject({
      name: 'StartupError',
      message:
        `The sources have 1 error. The last good table ${file} cannot be used: ` +
        'The secret file secrets/key cannot be read (the file does not exist): fix it, or name another file in the declarations.',
    });
  });
});

describe('a start with broken sources', () => {
  test('serves the last good table until they are fixed', async () => {
    const port = await freePort();
    const { root, write, close, gatewayUrl, token } = await serve(port);
    await close();
    await write('tiers.yaml', (text) => text.replace('limit:', 'limits:'));
    const again = await start({ root, plainHttp: true, port });
    expect(again.events).toMatchObject([
      {
        type: 'last-good',
        message: 'The sources have 1 error.',
        diagnostics: [{ at: { file: 'tiers.yaml' } }],
      },
      { type: 'listening' },
    ]);
    const headers = { authorization: `Bearer ${token}` };
    expect(await send(`${gatewayUrl}/dog_park/v1/dogs`, { headers })).toMatchObject({ status: 200 });
    expect((await send(`${again.adminUrl}/status`)).json).toMatchObject({
      lastError: { message: 'The sources have 1 error.' },
    });
    expect(await send(`${again.adminUrl}/health/ready`)).toMatchObject({ status: 200 });
    await write('tiers.yaml');
    await again.sees('reloaded');
    expect((await send(`${again.adminUrl}/status`)).json).toMatchObject({ lastError: null });
  });

  test('does not trust a last good table that was changed', full, async () => {
    const { root, write, close } = await serve();
    await close();
    await write('tiers.yaml', (text) => text.replace('limit:', 'limits:'));
    const file = lastGoodOf(root);
    await writeFile(file, JSON.stringify({ format: tableFormat }));
    const message = `The sources have 1 error. The last good table ${file} cannot be used: The route table has no manifest`;
    await expect(start({ root, plainHttp: true })).rejects.toMatchObject({
      message: expect.stringContaining(message),
      failure: {
        message: expect.stringContaining(message),
        diagnostics: [{ at: { file: 'tiers.yaml' } }],
      },
    });
  });

  test('does not trust a last good table of another deployment', full, async () => {
    const { root, write, close } = await serve();
    await close();
    await write('tiers.yaml', (text) => text.replace('limit:', 'limits:'));
    const other = lastGoodOf(root, 'qa');
    await rename(lastGoodOf(root), other);
    await expect(start({ root, plainHttp: true, deployment: 'qa' })).rejects.toThrow(
      `${other} cannot be used: It was compiled for the deployment production.`,
    );
  });

  test('serves no last good table of other sources in the same state folder', full, async () => {
    const { root, close } = await serve();
    await close();
    const other = await writeSources();
    await other.write('tiers.yaml', (text) => text.replace('limit:', 'limits:'));
    const stateFolder = join(root, '.gatewright');
    await expect(start({ root: other.root, plainHttp: true, stateFolder })).rejects.toMatchObject({
      name: 'StartupError',
      message: 'The sources have 1 error.',
    });
  });

  test('says that its last good table is a folder', full, async () => {
    const { root, write } = await writeSources();
    await write('tiers.yaml', (text) => text.replace('limit:', 'limits:'));
    const file = lastGoodOf(root);
    await mkdir(file, { recursive: true });
    await expect(start({ root, plainHttp: true })).rejects.toMatchObject({
      name: 'StartupError',
      message: `The sources have 1 error. The last good table ${file} cannot be used: it is a folder.`,
    });
  });
});

test('a table that is replaced is taken in, and one that is not whole changes nothing', full, async () => {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  const compileTable = async () => {
    const { compiled } = await build(diskSourceTree(root), 'gateway.config.yaml', 'production');
    return writeTable(compiled!);
  };
  const file = join(root, 'table.json');
  const first = await compileTable();
  await writeFile(file, first);
  const source = { kind: 'table', file } as const;
  const { gatewayUrl, sees } = await start({ root, source, plainHttp: true });
  const headers = { authorization: `Bearer ${await fetchToken(gatewayUrl)}` };
  const call = () => send(`${gatewayUrl}/dog_park/v1/dogs`, { headers });
  expect(await call()).toMatchObject({ status: 200 });
  await write('apis/dog_park/v1/openapi.yaml', (text) => text.replace('/dogs:', '/cats:'));
  const next = await compileTable();
  await writeFile(file, next.slice(0, -100));
  await sees('reload-failed');
  expect(await call()).toMatchObject({ status: 200 });
  await writeFile(file, next);
  await sees('reloaded');
  expect(await call()).toMatchObject({ status: 404, json: { code: 'resource_unknown' } });
});

test('a last good table that cannot be kept is a warning, and no more', full, async () => {
  const { root } = await writeSources();
  await mkdir(lastGoodOf(root), { recursive: true });
  const { events, sees, adminUrl } = await start({ root, plainHttp: true });
  expect(await sees('warning')).toEqual({
    type: 'warning',
    message: `The last good table cannot be kept in ${lastGoodOf(root)}: it is a folder.`,
  });
  // It is written while the gateway already listens.
  expect(events.map(({ type }) => type).toSorted()).toEqual(['listening', 'loaded', 'warning']);
  expect(await send(`${adminUrl}/health/ready`)).toMatchObject({ status: 200 });
});
