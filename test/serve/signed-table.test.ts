// @module-tag full
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { GatewaySource } from '#serve/served/gateway-options.ts';
import { StartupError } from '#serve/served/startup-error.ts';
import { parseTableAddress } from '#serve/served/table-address.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { eventually } from '../eventually.ts';
import { full } from '../full-run.ts';
import { fetchToken, send, start, writeSources, type StartChanges } from './running-gateway.ts';
import { lastGoodFile } from '#serve/sources/saved/last-good.ts';
import { compileTable, makeSigner, openTableServer } from './table-server.ts';

/** Two tables, of which the second one has cats instead of dogs, and a key that signs them. */
async function makeTables() {
  const upstream = await openUpstream('dogs');
  onTestFinished(upstream.close);
  const { root, write } = await writeSources(upstream.url);
  const dogs = await compileTable(root);
  await write('apis/dog_park/v1/openapi.yaml', (text) => text.replace('/dogs:', '/cats:'));
  const cats = await compileTable(root);
  const signer = await makeSigner();
  const keyFile = join(root, 'table-keys.pem');
  await writeFile(keyFile, signer.publicPem);
  const open = async (source: GatewaySource, changes: Partial<StartChanges> = {}) => {
    const gateway = await start({ root, source, plainHttp: true, ...changes });
    const token = await fetchToken(gateway.gatewayUrl);
    /** How calls to both are answered. */
    const calls = async () => {
      const headers = { authorization: `Bearer ${token}` };
      const call = (path: string) => send(`${gateway.gatewayUrl}/dog_park/v1/${path}`, { headers });
      return [(await call('dogs')).status, (await call('cats')).status];
    };
    const status = async () => (await send(`${gateway.adminUrl}/status`)).json;
    return { ...gateway, calls, status };
  };
  return { root, dogs, cats, signer, keyFile, open };
}

const dogsAlone = [200, 404];
const catsAlone = [404, 200];

async function makeFile() {
  const tables = await makeTables();
  const file = join(tables.root, 'table.json');
  const put = async (table: Buffer, signature?: Buffer) => {
    if (signature) await writeFile(`${file}.jws`, signature);
    await writeFile(`${file}.new`, table);
    await rename(`${file}.new`, file);
  };
  const verification = { keyFile: tables.keyFile, allowsOlder: false };
  const source = { kind: 'table', file, verification } as const;
  return { ...tables, file, put, source };
}

describe('a signed table in a file', () => {
  test('is taken in when it is exchanged, and one that is not signed is not', async () => {
    const { dogs, cats, signer, put, source, open, file } = await makeFile();
    await put(dogs, await signer.sign(dogs));
    const { calls, sees, status, adminUrl } = await open(source);
    expect(await calls()).toEqual(dogsAlone);
    await put(cats);
    const message = `The route table ${file} is not served: it does not match its signature.`;
    expect(await sees('reload-failed')).toEqual({
      type: 'reload-failed',
      isRepeated: false,
      message,
      diagnostics: [],
    });
    expect(await calls()).toEqual(dogsAlone);
    expect(await status()).toMatchObject({ lastError: { message } });
    const metrics = await (await fetch(`${adminUrl}/metrics`)).text();
    expect(metrics).toContain('gatewright_reloads_total{result="failure"} 1\n');
    expect(metrics).toContain('gatewright_sources_broken 1\n');
    await put(cats, await signer.sign(cats));
    await sees('reloaded');
    expect(await calls()).toEqual(catsAlone);
  });

  /** Writes a table 200 ms after its signature is read; again where a slow machine took longer. */
  async function putLate(): Promise<Awaited<ReturnType<Awaited<ReturnType<typeof makeFile>>['open']>>> {
    const { dogs, cats, signer, put, source, open } = await makeFile();
    await put(dogs, await signer.sign(dogs));
    const gateway = await open(source);
    await writeFile(`${source.file}.jws`, await signer.sign(cats));
    const begunAt = performance.now();
    gateway.reload();
    await delay(200);
    await put(cats);
    // The pair is read again after 500 ms.
    return performance.now() - begunAt < 400 ? gateway : putLate();
  }

  test('may be written together with its signature while it is read', full, async () => {
    const { calls, sees, events } = await putLate();
    await sees('reloaded');
    expect(await calls()).toEqual(catsAlone);
    expect(events.map(({ type }) => type)).not.toContain('reload-failed');
  });

  test('is not taken back to one that was signed before, unless that is allowed', full, async () => {
    const { dogs, cats, signer, put, source, open, file } = await makeFile();
    const first = await signer.sign(dogs);
    await put(dogs, first);
    const gateway = await open(source);
    await put(cats, await signer.sign(cats));
    await gateway.sees('reloaded');
    await put(dogs, first);
    const older = await gateway.sees('reload-failed');
    const date = String.raw`\d{4}-\d\d-\d\dT[\d:]+\.000Z`;
    const reason =
      `it was signed at ${date}, before the one that was served last \\(${date}\\): ` +
      'sign it again, or start with --allow-older.';
    expect('message' in older && older.message).toMatch(
      new RegExp(`^The route table ${file} is not served: ${reason}$`),
    );
    await gateway.close();
    await expect(open(source)).rejects.toThrow('before the one that was served last');
    const allowed = await open({ ...source, verification: { ...source.verification, allowsOlder: true } });
    expect(await allowed.calls()).toEqual(dogsAlone);
    await allowed.close();
    const strict = await open(source);
    expect(await strict.calls()).toEqual(dogsAlone);
    await put(cats, await signer.sign(cats));
    await strict.sees('reloaded');
    await put(dogs, await signer.sign(dogs));
    await strict.sees('reloaded', 2);
    expect(await strict.calls()).toEqual(dogsAlone);
  });

  test('that was only signed again counts as what was signed last', full, async () => {
    const { dogs, cats, signer, put, source, open, root } = await makeFile();
    await put(dogs, await signer.sign(dogs));
    const gateway = await open(source);
    const between = await signer.sign(cats);
    const again = await signer.sign(dogs);
    await put(dogs, again);
    await gateway.sees('unchanged');
    const kept = lastGoodFile({ stateFolder: join(root, '.gatewright'), deployment: 'production', source });
    await eventually(async () => expect(await readFile(kept)).toEqual(Buffer.concat([again, dogs])));
    await put(cats, between);
    await gateway.sees('reload-failed');
    expect(await gateway.calls()).toEqual(dogsAlone);
  });

  test('is not served where it is signed for a time to come, or another deployment', full, async () => {
    const { dogs, signer, put, source, open } = await makeFile();
    await put(dogs, await signer.sign(dogs, Date.now() + 400_000));
    await expect(open(source)).rejects.toThrow(/was signed at .*Z, which is yet to come\.$/);
    await put(dogs, await signer.sign(dogs, Date.now() + 200_000));
    await expect(open(source, { deployment: 'qa' })).rejects.toThrow(
      'was compiled for the deployment production, not for qa.',
    );
    await open(source);
  });

  test('is served by several workers', full, async () => {
    const { dogs, cats, signer, put, source, open } = await makeFile();
    await put(dogs, await signer.sign(dogs));
    const { calls, sees } = await open(source, { workers: 2 });
    expect(await calls()).toEqual(dogsAlone);
    await put(cats, await signer.sign(cats));
    await sees('reloaded');
    expect(await calls()).toEqual(catsAlone);
  });

  test.each([
    ['whose signature is missing', undefined, 'the signature FILE.jws does not exist.'],
    ['whose signature is empty', '', 'its signature was not made by `gatewright compile --sign`.'],
  ])('%s keeps the gateway from starting', full, async (_what, signature, reason) => {
    const { dogs, put, source, open, file } = await makeFile();
    await put(dogs, signature === undefined ? undefined : Buffer.from(signature));
    const message = `The route table ${file} is not served: ${reason.replace('FILE', file)}`;
    await expect(open(source)).rejects.toEqual(new StartupError(message, { message, diagnostics: [] }));
  });
});

async function makeServer() {
  const tables = await makeTables();
  const server = await openTableServer();
  const stateFolder = join(tables.root, 'state');
  const verification = { keyFile: tables.keyFile, allowsOlder: false };
  const address = parseTableAddress(`${server.url}?token=s3cret`.replace('http://', 'http://ann:s3cret@'));
  const secretsFolder = tables.root;
  const source = { kind: 'fetched-table', address, secretsFolder, pollMs: 200, verification } as const;
  const open = (changes: Partial<StartChanges> = {}) => tables.open(source, { stateFolder, ...changes });
  return { ...tables, server, source, stateFolder, open };
}

describe('a signed table on a server', () => {
  test('is followed, and nothing is done where it has not changed', full, async () => {
    const { dogs, cats, signer, server, open } = await makeServer();
    server.put(dogs, await signer.sign(dogs));
    const { calls, sees, status, events } = await open();
    expect(await calls()).toEqual(dogsAlone);
    const asked: string[] = [];
    await eventually(() => {
      asked.push(...server.asked());
      expect(asked).toContain('/table.json?token=s3cret 304');
    });
    expect(asked.filter((line) => line.endsWith('200'))).toHaveLength(2);
    expect(events.map(({ type }) => type)).toEqual(['loaded', 'listening']);
    server.put(cats, await signer.sign(cats));
    await sees('reloaded');
    expect(await calls()).toEqual(catsAlone);
    await eventually(async () =>
      expect(await status()).toMatchObject({
        source: { url: server.url, checkedAt: expect.any(String), lastError: null },
        lastError: null,
      }),
    );
  });

  test('goes on with the one before while it is not signed, and shows no credentials', full, async () => {
    const { dogs, cats, signer, server, open } = await makeServer();
    server.put(dogs, await signer.sign(dogs));
    const { calls, sees, status, events } = await open();
    const stranger = await makeSigner();
    server.put(cats, await stranger.sign(cats));
    await sees('reload-failed');
    expect(await calls()).toEqual(dogsAlone);
    const shown = JSON.stringify([await status(), events]);
    expect(shown).toContain('was signed by the key');
    expect(shown).not.toContain('s3cret');
    server.put(cats, await signer.sign(cats));
    await sees('reloaded');
    expect(await calls()).toEqual(catsAlone);
  });

  test('is looked at when that is asked for, and when the keys change', full, async () => {
    const { dogs, cats, signer, server, open, keyFile, source } = await makeServer();
    server.put(dogs, await signer.sign(dogs));
    const { calls, sees, reload } = await open({ source: { ...source, pollMs: 3_600_000 } });
    reload();
    await sees('unchanged');
    const next = await makeSigner('p256');
    server.put(cats, await next.sign(cats));
    reload();
    await sees('reload-failed');
    await writeFile(keyFile, signer.publicPem + next.publicPem);
    await sees('reloaded');
    expect(await calls()).toEqual(catsAlone);
  });

  test('is the last good one at a start while the server is down, or has no good one', full, async () => {
    const { dogs, cats, signer, server, open } = await makeServer();
    server.put(dogs, await signer.sign(dogs));
    const first = await open();
    await first.close();
    server.breakDown(502);
    const second = await open();
    expect(second.events[0]).toMatchObject({ type: 'last-good', message: `${server.url} returned 502.` });
    expect(await second.calls()).toEqual(dogsAlone);
    server.put(cats, await signer.sign(cats));
    server.breakDown(undefined);
    await second.sees('reloaded');
    expect(await second.calls()).toEqual(catsAlone);
    await second.close();
    server.put(dogs, await signer.sign(dogs, Date.now() - 7_200_000));
    const third = await open();
    expect(third.events[0]).toMatchObject({
      type: 'last-good',
      message: expect.stringContaining('signed at'),
    });
    expect(await third.calls()).toEqual(catsAlone);
  });

  test('is not the last good one where that was changed, or its key is no longer known', full, async () => {
    const { dogs, signer, server, source, open, stateFolder, keyFile } = await makeServer();
    server.put(dogs, await signer.sign(dogs));
    const first = await open();
    await first.close();
    server.breakDown(502);
    const kept = lastGoodFile({ stateFolder, deployment: 'production', source });
    const good = await readFile(kept);
    await writeFile(kept, good.toString().replace('/dogs', '/cats'));
    await expect(open()).rejects.toThrow(
      `${server.url} returned 502. The last good table ${kept} cannot be used: it does not match its signature.`,
    );
    await writeFile(kept, good);
    await writeFile(keyFile, (await makeSigner()).publicPem);
    await expect(open()).rejects.toThrow('cannot be used: it was signed by the key');
  });

  test('is not one that was served before without a signature', full, async () => {
    const { dogs, server, source, open } = await makeServer();
    const { verification: _verification, ...unverified } = source;
    server.put(dogs);
    const first = await open({ source: unverified });
    await first.close();
    server.breakDown(502);
    await expect(open()).rejects.toThrow(`${server.url} returned 502.`);
    const second = await open({ source: unverified });
    expect(second.events[0]).toMatchObject({ type: 'last-good' });
  });

  test('is not started without, and takes its secrets from a folder of this machine', full, async () => {
    const { root, server, open, signer, source } = await makeServer();
    await expect(open()).rejects.toThrow(`${server.url} returned 404.`);
    const secretsFolder = join(root, 'secrets');
    await mkdir(secretsFolder);
    const api = join(root, 'apis/dog_park/v1/api.yaml');
    const text = await readFile(api, 'utf8');
    await writeFile(
      api,
      text.replace(/(url: http:[^ \n}]+)/, '$1, auth: { header: { name: X-Key, value: { fromFile: key } } }'),
    );
    const table = await compileTable(root);
    server.put(table, await signer.sign(table));
    await expect(open({ source: { ...source, secretsFolder } })).rejects.toThrow(
      'The secret file key cannot be read',
    );
    await writeFile(join(secretsFolder, 'key'), 'a-secret');
    const { calls } = await open({ source: { ...source, secretsFolder } });
    expect(await calls()).toEqual(catsAlone);
  });
});
