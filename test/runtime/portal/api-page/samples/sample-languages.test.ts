import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleLanguages } from '#runtime/portal/api-page/samples/sample-languages.ts';
import type { SampleRequest } from '#runtime/portal/api-page/samples/sample-request.ts';
import { openGateway, type GatewayInTest } from '../../../gateway-in-test.ts';
import { buildTable, defineApi } from '../../../table-builder.ts';
import { authUrl, storeUrl, StoreBrowser } from '../../session/store-in-test.ts';
import { tokenRequest } from './token-request.ts';

const request: SampleRequest = {
  method: 'PUT',
  url: 'https://gateway.example.edu/dog_park/v2/dogs/1?a=b&c=d',
  headers: [['If-Match', '"1"']],
  authorization: 'token',
  body: {
    type: 'json',
    mediaType: 'application/json',
    value: { name: 'Rex', tame: true, owner: null, tags: ['a'] },
  },
};

const upload: SampleRequest = {
  ...request,
  method: 'POST',
  body: {
    type: 'multipart',
    fields: [
      ['name', 'Rex'],
      ['photo', 'file', 'file'],
    ],
  },
};

describe.each(sampleLanguages)('samples in $title', ({ key, runs, render }) => {
  test('are easy to read', async () => {
    const shown = [request, ...(runs === 'outside' ? [tokenRequest] : []), upload, file]
      .map((one) => render(one))
      .join('\n\n\n');
    await expect(`${shown}\n`).toMatchFileSnapshot(`pages/${key}.txt`);
  });
});

test.each([
  ['abc', String.raw`"\"abc\""`],
  ['', String.raw`"\"\""`],
  [['abc'], '"""\n[\n  "abc"\n]"""'],
])(
  'a body in Java that is the JSON text of %j is a literal that ends where the text does',
  (value, literal) => {
    const java = sampleLanguages.find(({ key }) => key === 'java');
    const body = { type: 'json', mediaType: 'application/json', value } as const;
    expect(java?.render({ ...request, body })).toContain(`body.write(${literal}.getBytes(`);
  },
);

const file: SampleRequest = {
  ...request,
  body: { type: 'file', mediaType: 'application/octet-stream', text: 'body' },
};

describe('the language of samples', () => {
  let gateway: GatewayInTest;

  beforeAll(async () => {
    const contract = {
      openapi: '3.1.0',
      info: { title: 'Dogs', version: '1' },
      paths: { '/dogs': { get: {} }, '/cats': { get: {} } },
    };
    const endpoints = { production: { targets: ['http://127.0.0.1:9'] } };
    gateway = await openGateway(
      buildTable({
        gateway: { authUrl, storeUrl, store: { visibility: 'public' } },
        apis: [defineApi({ operations: ['GET /dogs', 'GET /cats'], contract, endpoints })],
        applications: [],
        subscriptions: [],
      }),
    );
  });

  afterAll(() => gateway.close());

  const pathOf = (path: string, query = '') =>
    `/store/apis/dog_park/v1/operation?method=GET&path=${encodeURIComponent(path)}${query}`;

  test.each(sampleLanguages)('$title is one link away', async ({ key, title }) => {
    const { store } = new StoreBrowser(gateway);
    const { body } = await store.visit(pathOf('/dogs'));
    const [, link = ''] = new RegExp(`href="([^"]+)"[^>]*>${title.replace('.', '[.]')}</a`).exec(body) ?? [];
    expect(link.replaceAll('&amp;', '&')).toBe(`?method=GET&path=%2Fdogs&language=${key}#sample`);
    expect((await store.visit(pathOf('/dogs', `&language=${key}`))).body).toMatch(
      new RegExp(`aria-current="true">${title.replace('.', '[.]')}</a`),
    );
  });

  test('does not put a secret into a program of a browser, and says where the token comes from', async () => {
    const { store } = new StoreBrowser(gateway);
    const inBrowser = (await store.visit('/store/apis/dog_park/v1?language=javascript')).body;
    expect(inBrowser).not.toContain('CONSUMER_SECRET');
    expect(inBrowser).toContain('which a program in a browser cannot keep');
    expect(inBrowser).toContain('Write the access token in place of TOKEN. It is the value of access_token');
    const outside = (await store.visit('/store/apis/dog_park/v1?language=nodejs')).body;
    expect(outside).toContain('process.env.CONSUMER_SECRET');
    expect(outside).toContain('It is the value of access_token in the response of step 1.');
    const operation = (await store.visit(pathOf('/dogs'))).body;
    expect(operation).toContain('<a href="/store/apis/dog_park/v1#call">Get an access token</a>');
  });

  test('is remembered by a cookie, and chosen by the URL before that', async () => {
    const { store } = new StoreBrowser(gateway);
    const { cookies } = await store.visit(pathOf('/dogs', '&language=go'));
    expect(cookies).toEqual([
      '__Host-gatewright-store-language=go; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
    const next = await store.visit(pathOf('/cats'));
    expect([next.cookies, next.body.includes('package main')]).toEqual([[], true]);
    expect((await store.visit('/store/apis/dog_park/v1')).body).toContain('package main');
    expect((await store.visit(pathOf('/cats', '&language=ruby'))).body).toContain(
      'require &#39;net/http&#39;',
    );
  });

  test.each(['', 'GO', '__proto__', '<script>', 'x'.repeat(1000)])('is curl for %j', async (name) => {
    const { store } = new StoreBrowser(gateway);
    store.cookies.set('__Host-gatewright-store-language', encodeURIComponent(name));
    const { body, cookies } = await store.visit(pathOf('/dogs', `&language=${encodeURIComponent(name)}`));
    expect([cookies, body.includes('curl https://'), body.includes('<script>')]).toEqual([[], true, false]);
  });
});
