// @module-tag full
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { request } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '#compiled/canonical-json.ts';
import { digestOf } from '#compiled/digest.ts';
import { hideDigests } from '#compiled/hide-digests.ts';
import { build } from '#pipeline.ts';
import { diskSourceTree } from '#platform/files/disk-source-tree.ts';
import type { AtEnd } from '../../platform/in-folder.ts';
import { full } from '../../full-run.ts';
import { openShared, send, start, writeSources } from '../running-gateway.ts';

async function serve(workers = 1, atEnd?: AtEnd) {
  const sources = await writeSources(undefined, atEnd);
  const { compiled } = await build(diskSourceTree(sources.root), 'gateway.config.yaml', 'production');
  if (!compiled) throw new Error('the sources do not compile');
  const gateway = await start({ root: sources.root, plainHttp: true, workers }, atEnd);
  return { ...sources, ...gateway, compiled };
}

/** Sends raw bytes, and returns the status and the body of the answer. */
async function sendRaw(adminUrl: string, head: string) {
  const socket = connect(Number(new URL(adminUrl).port), '127.0.0.1');
  socket.end(`${head}\r\nConnection: close\r\n\r\n`);
  const answer = await readText(socket);
  return [Number(answer.split(' ')[1]), answer.slice(answer.indexOf('\r\n\r\n') + 4)];
}

async function expectTable({ adminUrl, compiled, root }: Awaited<ReturnType<typeof serve>>) {
  const answer = await request(`${adminUrl}/table`);
  expect(answer).toMatchObject({
    statusCode: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      etag: `"${compiled.digest}"`,
    },
  });
  const body = await answer.body.text();
  const manifest = hideDigests(compiled.manifest);
  expect(JSON.parse(body)).toEqual({ digest: compiled.digest, manifest });
  expect(manifest.users).toHaveLength(1);
  const sources = [
    await readFile(`${root}/applications/dog_walker.yaml`, 'utf8'),
    await readFile(`${root}/users/ada.yaml`, 'utf8').catch(() => ''),
  ].join('\n');
  const digests = sources.match(/sha256:[0-9a-f]{64}|\$argon2id\S+/g) ?? [];
  expect(digests.length).toBeGreaterThan(0);
  for (const digest of digests) expect(body).not.toContain(digest);
}

describe('the table of a gateway', () => {
  let shared: Awaited<ReturnType<typeof serve>>;

  beforeAll(() =>
    openShared(async (atEnd) => {
      shared = await serve(1, atEnd);
    }),
  );

  test('is shown as it was compiled, without digests of secrets', () => expectTable(shared));

  test('is shown like that by several threads', full, async () => expectTable(await serve(2)));

  test('is shown part by part, each by its digest', async () => {
    const { adminUrl, compiled } = shared;
    for (const [digest, part] of compiled.apis) {
      const { status, json } = await send(`${adminUrl}/table/parts/${digest}`);
      expect(status).toBe(200);
      expect(json).toEqual(part);
      expect(digestOf(canonicalJson(json))).toBe(digest);
    }
  });

  test('has no other parts, and can only be read', async () => {
    const { adminUrl } = shared;
    for (const digest of [`sha256:${'0'.repeat(64)}`, '__proto__', 'constructor', '..%2f..%2fetc'])
      expect(await send(`${adminUrl}/table/parts/${digest}`)).toEqual({
        status: 404,
        json: { message: 'The served table does not have this part.' },
      });
    expect(await send(`${adminUrl}/table/parts`)).toMatchObject({ status: 404 });
    for (const path of ['/table', '/table/parts/x'])
      expect(await send(`${adminUrl}${path}`, { method: 'POST', body: '{' })).toEqual({
        status: 405,
        json: { message: 'This page is read-only.' },
      });
    const head = await request(`${adminUrl}/table`, { method: 'HEAD' });
    expect([head.statusCode, await head.body.text()]).toEqual([200, '']);
  });

  test('follows what serves, and not what was refused', async () => {
    const { adminUrl, write, sees, compiled } = await serve();
    const shown = async () => (await send(`${adminUrl}/table`)).json['digest'];
    await write('apis/dog_park/v1/api.yaml', (text) => text.replace('published', 'publshed'));
    await sees('reload-failed');
    expect(await shown()).toBe(compiled.digest);
    await write('apis/dog_park/v1/api.yaml', (text) => text.replace('published', 'blocked'));
    const reloaded = await sees('reloaded');
    expect(await shown()).toBe('digest' in reloaded ? reloaded.digest : '');
    expect(await shown()).not.toBe(compiled.digest);
  });

  test('keeps settings that wait for a restart, which are reported', async () => {
    const { adminUrl, write, sees } = await serve();
    const listener = '  production:\n    listener: { port: 9999 }';
    await write('gateway.config.yaml', (text) => text.replace('  production:', listener));
    await sees('restart-needed');
    expect((await send(`${adminUrl}/table`)).json).toMatchObject({
      manifest: { gateway: { listener: { port: 9999 } } },
    });
    expect((await send(`${adminUrl}/status`)).json).toMatchObject({ restartNeeded: ['listener'] });
    await write('gateway.config.yaml');
    await sees('reloaded', 2);
    expect((await send(`${adminUrl}/status`)).json).toMatchObject({ restartNeeded: [] });
  });

  test('is shown to who asks this machine by its own name, and to nobody else', async () => {
    const { adminUrl, compiled } = shared;
    const [digest] = compiled.apis.keys();
    const pages = ['/table', `/table/parts/${digest}`];
    const statuses = async (headers: string) =>
      Promise.all(
        pages.map(async (path) => (await sendRaw(adminUrl, `GET ${path} HTTP/1.1\r\n${headers}`))[0]),
      );
    for (const host of ['localhost', 'localhost:8244', '127.0.0.1:8244', '[::1]:8244'])
      expect(await statuses(`Host: ${host}`)).toEqual([200, 200]);
    // The name of a page in a browser may lead to this machine.
    for (const host of ['dogs.example.edu', 'localhost.example.edu', '127.0.0.1.example.edu', '', ']['])
      expect([host, await statuses(`Host: ${host}`)]).toEqual([host, [403, 403]]);
    for (const trace of ['X-Forwarded-For: 127.0.0.1', 'X-Real-IP: ::1', 'Forwarded: for=_', 'Via: 1.1 x'])
      expect([trace, await statuses(`Host: localhost\r\n${trace}`)]).toEqual([trace, [403, 403]]);
    expect(await sendRaw(adminUrl, 'GET /table/parts/x HTTP/1.1\r\nHost: dogs.example.edu')).toEqual([
      403,
      '{"message":"The table is shown only on this machine."}',
    ]);
    expect((await sendRaw(adminUrl, 'GET /health HTTP/1.1\r\nHost: dogs.example.edu'))[0]).toBe(200);
  });
});
