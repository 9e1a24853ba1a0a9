import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../../gateway-in-test.ts';
import { buildTable } from '../../table-builder.ts';
import { authUrl, storeUrl, StoreBrowser } from '../session/store-in-test.ts';

let gateway: GatewayInTest;

beforeAll(async () => {
  gateway = await openGateway(
    buildTable({
      gateway: { authUrl, storeUrl, store: { visibility: 'public' } },
      apis: [],
      applications: [],
      subscriptions: [],
    }),
  );
});

afterAll(() => gateway.close());

async function load(path: string, acceptEncoding: string) {
  const { headers, body } = await request(gateway.url + path, {
    headers: { 'accept-encoding': acceptEncoding },
  });
  return { headers, bytes: Buffer.from(await body.arrayBuffer()) };
}

describe('assets', () => {
  test('are compressed as browsers accept it, and kept for good', async () => {
    const { body } = await new StoreBrowser(gateway).store.visit('/store');
    const path = /<link rel="stylesheet" href="([^"]+)"/.exec(body)?.[1] ?? '';
    expect(path).toMatch(/^\/store\/assets\/store-[\da-f]{12}\.css$/);
    const plain = await load(path, 'identity');
    const brotli = await load(path, 'gzip, deflate, br');
    const gzip = await load(path, 'br;q=0, gzip');
    expect([plain, brotli, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
    ]);
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(brotli.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/css; charset=utf-8',
      vary: 'accept-encoding',
    });
  });
});
