import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { FetchedTable } from '#serve/sources/fetched-table.ts';
import { parseTableAddress } from '#serve/served/table-address.ts';
import { TableReader } from '#serve/sources/table-reader.ts';
import { TableVerifier } from '#serve/sources/table-verifier.ts';
import { makeTestFolder } from '../../platform/in-folder.ts';
import { openUpstream } from '../../runtime/upstream-in-test.ts';
import { writeSources } from '../running-gateway.ts';
import { compileTable, makeSigner, openTableServer } from '../table-server.ts';

const pollMs = 30_000;

async function follow(isVerified = true) {
  const server = await openTableServer();
  const signer = await makeSigner();
  const keyFile = join(await makeTestFolder(), 'keys.pem');
  await writeFile(keyFile, signer.publicPem);
  const verifier = new TableVerifier({
    keyFile,
    allowsOlder: false,
    clock: Date.now,
    readServedAt: async () => undefined,
  });
  const warnings: string[] = [];
  const table = openTable(server.url, warnings, isVerified ? verifier : undefined);
  const { root, write } = await writeSources();
  const first = await compileTable(root);
  await write('tiers.yaml', (text) => text.replace('1000', '999'));
  const second = await compileTable(root);
  const digest = () => (table.reading.ok ? table.reading.table.digest : table.reading.failure.message);
  return { server, signer, keyFile, verifier, warnings, table, first, second, digest };
}

function openTable(
  url: string,
  warnings: string[],
  verifier?: TableVerifier,
  firstLookMs?: number,
): FetchedTable {
  const address = parseTableAddress(url);
  const reader = new TableReader('production', verifier);
  const warn = (message: string) => void warnings.push(message);
  const table = new FetchedTable({
    address,
    pollMs,
    reader,
    verifier,
    clock: Date.now,
    pairPauseMs: 10,
    warn,
    ...(firstLookMs !== undefined && { firstLookMs }),
  });
  onTestFinished(() => table.stop());
  return table;
}

const both = ['/table.json 200', '/table.json.jws 200'];

describe('a table on a server', () => {
  test('is fetched once, with its signature, until it changes', async () => {
    const { server, signer, table, first, second, digest, warnings } = await follow();
    server.put(first, await signer.sign(first));
    expect([await table.look(), server.asked()]).toEqual([true, both]);
    const before = digest();
    expect([await table.look(), await table.look()]).toEqual([false, false]);
    expect(server.asked()).toEqual(['/table.json 304', '/table.json 304']);
    server.put(second, await signer.sign(second));
    expect([await table.look(), server.asked()]).toEqual([true, both]);
    expect(digest()).not.toBe(before);
    table.forget();
    expect([await table.look(), server.asked()]).toEqual([false, both]);
    expect(warnings).toEqual([]);
    expect(table.state).toEqual({ url: server.url, checkedAt: expect.any(Number), failure: undefined });
  });

  test('needs no signature where none is asked for', async () => {
    const { server, table, first } = await follow(false);
    server.put(first);
    expect([await table.look(), server.asked(), table.reading.ok]).toEqual([true, ['/table.json 200'], true]);
  });

  test('is the same where a server without validators sends it again', async () => {
    const { signer, verifier, first } = await follow();
    const signature = await signer.sign(first);
    const { url, close } = await openUpstream('tables', (request, response) =>
      response.end(request.url?.endsWith('.jws') ? signature : first),
    );
    onTestFinished(close);
    const table = openTable(url, [], verifier);
    expect([await table.look(), await table.look()]).toEqual([true, false]);
  });

  test('that was exchanged between two answers is asked for again', async () => {
    const { server, signer, table, first, second } = await follow();
    server.put(first, await signer.sign(first));
    const next = await signer.sign(second);
    server.before.set('/table.json.jws', () => server.put(second, next));
    expect([await table.look(), server.asked(), table.reading.ok]).toEqual([true, [...both, ...both], true]);
  });

  test('that is not signed is reported once, and looked at again less and less often', async () => {
    const { server, signer, table, first, second, warnings, digest } = await follow();
    server.put(first, await signer.sign(first));
    await table.look();
    server.put(second, await signer.sign(first));
    expect([await table.look(), server.asked()]).toEqual([true, [...both, ...both, ...both]]);
    const message = `The route table ${server.url} is not served: it does not match its signature.`;
    expect([digest(), table.state.failure, table.pauseMs()]).toEqual([message, message, 2 * pollMs]);
    expect([await table.look(), table.pauseMs()]).toEqual([false, 4 * pollMs]);
    server.put(second);
    expect(await table.look()).toBe(true);
    expect(digest()).toBe(
      `The route table ${server.url} is not served: its signature ${server.url}.jws returned 404.`,
    );
    expect(table.state.checkedAt).toEqual(expect.any(Number));
    for (let look = 0; look < 3; look++) expect(await table.look()).toBe(false);
    expect(table.pauseMs()).toBe(300_000);
    server.put(second, await signer.sign(second));
    expect([await table.look(), table.reading.ok, table.pauseMs()]).toEqual([true, true, pollMs]);
    expect(warnings).toEqual([]);
  });

  test('is what it was while its server fails, which is reported once', async () => {
    const { server, signer, table, first, warnings, digest } = await follow();
    server.put(first, await signer.sign(first));
    await table.look();
    const before = digest();
    server.breakDown(503);
    expect([await table.look(), await table.look(), digest()]).toEqual([false, false, before]);
    expect([warnings, table.pauseMs()]).toEqual([[`${server.url} returned 503.`], 4 * pollMs]);
    server.breakDown(undefined);
    server.asked();
    expect([await table.look(), server.asked(), table.state.failure]).toEqual([
      false,
      ['/table.json 304'],
      undefined,
    ]);
    await server.close();
    expect(await table.look()).toBe(false);
    expect(warnings.slice(1)).toEqual([`${server.url} cannot be reached (ECONNREFUSED).`]);
  });

  test('whose signature cannot be had because of a server error is not used yet', async () => {
    const { server, signer, table, first, second, warnings, digest } = await follow();
    server.put(first, await signer.sign(first));
    await table.look();
    const before = digest();
    server.put(second, await signer.sign(second));
    server.before.set('/table.json.jws', () => server.breakDown(500));
    expect([await table.look(), digest(), warnings]).toEqual([
      false,
      before,
      [`${server.url}.jws returned 500.`],
    ]);
    server.breakDown(undefined);
    expect([await table.look(), table.reading.ok]).toEqual([true, true]);
  });

  test('is for one deployment', async () => {
    const { server, signer, table, digest } = await follow();
    const { root } = await writeSources();
    const other = await compileTable(root, 'qa');
    server.put(other, await signer.sign(other));
    await table.look();
    expect(digest()).toBe(
      `The route table ${server.url} was compiled for the deployment qa, not for production.`,
    );
  });

  test('that is not a table is refused, even if it is signed', async () => {
    const { server, signer, table, digest } = await follow();
    const other = Buffer.from('<html>');
    server.put(other, await signer.sign(other));
    await table.look();
    expect(digest()).toBe(
      `The route table ${server.url} cannot be served. The file is not JSON, so it is not a route table; create one with \`gatewright compile --out\`.`,
    );
  });

  test('was not fetched where nothing answers at the start', async () => {
    const { server, table, warnings, digest } = await follow();
    expect([await table.look(), digest(), warnings]).toEqual([false, `${server.url} returned 404.`, []]);
    server.breakDown(403);
    expect([await table.look(), await table.look()]).toEqual([false, false]);
    expect(warnings).toEqual([`${server.url} returned 403.`]);
  });

  test('does not delay a start that has another table', async () => {
    const endless = await openUpstream('tables', (_request, response) => {
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    });
    onTestFinished(endless.close);
    const table = openTable(endless.url, [], undefined, 100);
    expect(await table.look()).toBe(false);
    expect(table.state.failure).toBe(`${endless.url}/ did not respond in time.`);
    const second = table.look();
    expect(await Promise.race([second, delay(500, 'waits')])).toBe('waits');
    table.stop();
    expect(await second).toBe(false);
  });

  test('goes by the keys of today', async () => {
    const { server, signer, table, keyFile, first, digest } = await follow();
    const next = await makeSigner('p256');
    server.put(first, await signer.sign(first));
    await table.look();
    await writeFile(keyFile, next.publicPem);
    table.forget();
    expect(await table.look()).toBe(true);
    expect(digest()).toMatch(
      /is not served: it was signed by the key [\w-]{43}, which is not one of the keys/,
    );
    await writeFile(keyFile, (await readFile(keyFile, 'utf8')) + signer.publicPem);
    expect([await table.look(), table.reading.ok]).toEqual([true, true]);
    await writeFile(keyFile, 'odd');
    table.forget();
    await table.look();
    expect(digest()).toContain(
      `is not served: the keys in ${keyFile} cannot be used: it contains neither a public key`,
    );
  });
});
