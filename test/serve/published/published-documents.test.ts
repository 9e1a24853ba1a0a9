// @module-tag full
import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { expect, test } from 'vitest';
import { start, writeSources } from '../running-gateway.ts';

/** A store with a document of about a length. */
async function openStore(length: number) {
  const { root, write } = await writeSources('http://127.0.0.1:1');
  await write('gateway.config.yaml', (text) => `${text}\nstore: {}\n`);
  await write('apis/dog_park/v1/openapi.yaml', (text) =>
    text.replace('title:', `x-notes: "${'dog & cat '.repeat(length / 10)}"\n  title:`),
  );
  const { gatewayUrl } = await start({ root, plainHttp: true });
  return async (headers: Readonly<Record<string, string>> = {}) => {
    const url = `${gatewayUrl}/store/apis/dog_park/v1/openapi.json`;
    const { statusCode: status, headers: sent, body } = await request(url, { headers });
    return { status, sent, bytes: Buffer.from(await body.arrayBuffer()) };
  };
}

const decoders = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync } as const;

test.each([1000, 3_000_000])(
  'a document of %i bytes is sent in the coding that its reader weighs most',
  async (length) => {
    const read = await openStore(length);
    const plain = await read();
    const digest = `sha256:${createHash('sha256').update(plain.bytes).digest('hex')}`;
    expect(plain.status).toBe(200);
    expect(plain.bytes.length).toBeGreaterThan(length);
    expect(plain.sent).toMatchObject({
      'content-length': String(plain.bytes.length),
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding',
      etag: `"${digest}"`,
    });
    expect(plain.sent['content-encoding']).toBeUndefined();
    expect((JSON.parse(plain.bytes.toString()) as { servers: unknown }).servers).toHaveLength(1);
    for (const [accepted, coding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=1, zstd;q=0.9, br;q=0.1', 'gzip'],
      ['br;q=0, zstd', 'zstd'],
    ] as const) {
      const { bytes, sent } = await read({ 'accept-encoding': accepted });
      expect([sent['content-encoding'], sent['etag']]).toEqual([coding, `"${digest}-${coding}"`]);
      expect(decoders[coding](bytes).equals(plain.bytes)).toBe(true);
    }
    const known = { 'if-none-match': `W/"x", "${digest}-br"`, 'accept-encoding': 'br' };
    const unchanged = await read(known);
    expect([unchanged.status, unchanged.bytes.length, unchanged.sent['etag']]).toEqual([
      304,
      0,
      `"${digest}-br"`,
    ]);
    expect((await read({ ...known, 'accept-encoding': 'gzip' })).status).toBe(200);
  },
);

test('a document that many readers ask for at once is made once', async () => {
  const read = await openStore(3_000_000);
  const all = await Promise.all(Array.from({ length: 50 }, () => read({ 'accept-encoding': 'br' })));
  expect(
    new Set(all.map(({ status, sent, bytes }) => `${status} ${String(sent['etag'])} ${bytes.length}`)).size,
  ).toBe(1);
  expect(all[0]?.status).toBe(200);
});
