import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../../gateway-in-test.ts';
import { alice } from '../../oauth/authorization-in-test.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../../table-builder.ts';
import { authUrl, storeUrl, StoreBrowser } from '../session/store-in-test.ts';

let gateway: GatewayInTest;

const contract = {
  openapi: '3.1.0',
  info: { title: 'Dog park', version: '1' },
  paths: { '/dogs': { get: { tags: ['Dogs'] } }, '/cats': { get: {} } },
};

/** Above the size from which on a document is shown in parts. */
const large = { ...contract, info: { ...contract.info, description: 'a'.repeat(2_100_000) } };

const withImages = {
  ...contract,
  info: {
    ...contract.info,
    description: [
      '![A map](https://a.example/map.png) ![](https://a.example/b.png)',
      '[![in](https://a.example/in.png)](https://a.example/) <img src="https://a.example/c.png">',
      'Code: `![x](y)` and ``<img>``',
      '',
      '```',
      '![x](y)',
      '```',
      '> ![quoted][ref]',
      '',
      '[ref]: https://a.example/d.png',
    ].join('\n'),
  },
  paths: {
    '/dogs': {
      get: {
        responses: {
          200: {
            description: 'Dogs.',
            content: { 'application/json': { example: { description: '![x](y)' } } },
          },
        },
      },
    },
  },
};

beforeAll(async () => {
  const endpoints = { production: { targets: ['http://127.0.0.1:9'] } };
  const operations = ['GET /dogs', 'GET /cats'];
  gateway = await openGateway(
    buildTable({
      gateway: { authUrl, storeUrl, store: { title: 'Park APIs', visibility: 'public' } },
      apis: [
        defineApi({ endpoints, operations, contract }),
        defineApi({ name: 'Large', context: 'large', endpoints, operations, contract: large }),
        defineApi({ name: 'Images', context: 'images', endpoints, operations, contract: withImages }),
        defineApi({ name: 'Hidden', context: 'hidden', endpoints, visibility: 'owners' }),
      ],
      applications: [{ ...defineApplication('Walker'), owner: 'alice' }],
      subscriptions: [subscribe('Walker')],
      users: [alice],
    }),
  );
});

afterAll(() => gateway.close());

const reference = '/store/apis/dog_park/v1/reference';

describe('the page of the viewer', () => {
  test('allows inline styles, which no other page does, and no other scripts', async () => {
    const { store } = new StoreBrowser(gateway);
    const policyOf = async (path: string) =>
      String((await store.visit(path)).headers['content-security-policy']);
    const policy = await policyOf(reference);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self' 'unsafe-inline';");
    expect(await policyOf('/store')).not.toContain('unsafe');
  });

  test('offers the sign-in to those who are not signed in', async () => {
    const { body } = await new StoreBrowser(gateway).store.visit(reference);
    expect(body).toContain(`href="/store/sign-in?return=${encodeURIComponent(reference)}"`);
    expect(body).toContain('data-send=""');
    expect(body).not.toContain('csrf');
  });

  test('lets users choose their application', async () => {
    const browser = new StoreBrowser(gateway);
    const { body } = await browser.signIn(reference);
    expect(body).toContain('<option value="Walker" selected="">Walker</option>');
    expect(body).toContain('data-send="/store/apis/dog_park/v1/try"');
  });

  test('shows a large document in parts', async () => {
    const { body } = await new StoreBrowser(gateway).store.visit('/store/apis/large/v1/reference?tag=');
    expect(body).toMatch(/<option value="" selected="">\s*Other operations/);
    expect(body).toContain('data-document="/store/apis/large/v1/reference/document?tag="');
  });

  test('does not exist for an API that the reader does not see', async () => {
    const { status } = await new StoreBrowser(gateway).store.visit('/store/apis/hidden/v1/reference');
    expect(status).toBe(404);
  });
});

describe('the document of the viewer', () => {
  const script = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };

  test('is for our own script', async () => {
    const { store } = new StoreBrowser(gateway);
    const { status, body } = await store.visit(`${reference}/document`, script);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({
      ...contract,
      servers: [{ url: 'https://gateway.example.edu/dog_park/v1' }],
    });
    expect((await store.visit(`${reference}/document`)).status).toBe(403);
  });

  test('has links in place of images', async () => {
    const { store } = new StoreBrowser(gateway);
    const { body } = await store.visit('/store/apis/images/v1/reference/document', script);
    const { info, paths } = JSON.parse(body) as typeof withImages;
    expect(info.description).toBe(
      [
        '[A map](https://a.example/map.png) [https://a.example/b.png](https://a.example/b.png)',
        '[in](https://a.example/) &lt;img src="https://a.example/c.png">',
        'Code: `![x](y)` and ``<img>``',
        '',
        '```',
        '![x](y)',
        '```',
        '> [quoted][ref]',
        '',
        '[ref]: https://a.example/d.png',
      ].join('\n'),
    );
    expect(paths).toEqual(withImages.paths);
  });

  test.each([
    ['Dogs', ['/dogs']],
    ['', ['/cats']],
  ])('has the operations of the tag %j', async (tag, paths) => {
    const { body } = await new StoreBrowser(gateway).store.visit(`${reference}/document?tag=${tag}`, script);
    expect(Object.keys((JSON.parse(body) as { paths: object }).paths)).toEqual(paths);
  });

  test('needs a tag where it is shown in parts', async () => {
    const { store } = new StoreBrowser(gateway);
    const path = '/store/apis/large/v1/reference/document';
    const answers = [await store.visit(path, script), await store.visit(`${path}?tag=Dogs`, script)];
    expect(answers.map(({ status }) => status)).toEqual([404, 200]);
  });

  test('does not exist for other tags', async () => {
    const { status } = await new StoreBrowser(gateway).store.visit(`${reference}/document?tag=x`, script);
    expect(status).toBe(404);
  });
});

describe('assets', () => {
  async function load(path: string, acceptEncoding: string) {
    const { headers, body } = await request(gateway.url + path, {
      headers: { 'accept-encoding': acceptEncoding },
    });
    return { headers, bytes: Buffer.from(await body.arrayBuffer()) };
  }

  test('are compressed as browsers accept it, and kept for good', async () => {
    const { body } = await new StoreBrowser(gateway).store.visit(reference);
    const path = /data-viewer="([^"]+)"/.exec(body)?.[1] ?? '';
    expect(path).toMatch(/^\/store\/assets\/viewer-[\da-f]{12}\.js$/);
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
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
  });
});
