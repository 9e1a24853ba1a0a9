import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { rawGet, sendRaw } from '../send-raw.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';
import { draws } from '../../full-run.ts';

const basePath = '/internal/v3';
let upstream: UpstreamInTest;
let gateway: GatewayInTest;
let authorization: string;

beforeAll(async () => {
  upstream = await openUpstream('production');
  const endpoints = { production: { targets: [`${upstream.url}${basePath}`] } };
  const operations = [
    'GET /dogs/{id}',
    'GET /pairs/{a},{b}',
    'GET /books/isbn={isbn}',
    'GET /books/{id}',
    'GET /books/all books:read',
    'GET /caf%C3%A9s/{id}',
    'GET /a,b/{id}',
    'GET /{kind}/{id}/{part}',
  ];
  gateway = await openGateway(
    buildTable({
      apis: [defineApi({ endpoints, operations })],
      applications: [defineApplication('DogWalker')],
      subscriptions: [subscribe('DogWalker')],
    }),
  );
  authorization = `Authorization: Bearer ${await gateway.tokenFor('DogWalker-production')}`;
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

/** The status, the code of an error, and the target that was requested from the upstream. */
async function ask(path: string): Promise<readonly (string | undefined)[]> {
  upstream.seen.length = 0;
  const answer = await sendRaw(gateway.port, rawGet(`/dog_park/v1${path}`, authorization));
  const status = /^HTTP\/1\.1 (\d+) /.exec(answer)?.[1];
  const code = /"code":"(\w+)"/.exec(answer)?.[1];
  return [status, code, ...upstream.seen.map(({ url }) => url)];
}

const refused = ['400', 'path_malformed'];
const unknown = ['404', 'resource_unknown'];
const passed = (path: string) => ['200', undefined, basePath + path];

describe('a path', () => {
  test.each([
    '/pairs/1,2',
    '/pairs/1,2,3',
    '/pairs/a%20b,c',
    '/pairs/%C3%A9,2',
    '/books/isbn=978-3-16',
    '/books/isbn=1=2',
    '/books/1',
    '/books/isbn',
    '/books/isbn=',
    '/pairs/a%2Cb,c',
    '/caf%C3%A9s/1',
    '/caf%c3%a9s/1',
    '/a,b/1',
    '/dogs/a:b@c!$&()*+',
    "/dogs/'",
    '/dogs/~',
    '/dogs/%7E',
    '/dogs/%61',
    '/dogs/1%2C2',
    '/dogs/1%3d2',
    '/dogs/%2B',
    '/dogs/%2525',
    '/dogs/%252e%252e',
    '/dogs/%252F',
    '/dogs/%25252e',
    '/dogs/%3Fadmin',
    '/dogs/%23admin',
    '/dogs/...',
    '/dogs/..a',
    '/dogs/a..',
    '/dogs/-',
    '/dogs/1?a=b',
    '/dogs/1?',
    '/dogs/1?a=../..&b=%2e%2e//;x',
    `/dogs/${'x'.repeat(8000)}`,
    '/dogs/%F0%9F%90%95',
    '/dogs/%EF%BB%BF',
  ])('%s reaches the upstream as it is', async (path) => {
    expect(await ask(path)).toEqual(passed(path));
  });

  test.each([
    '/dogs/',
    '/dogs',
    '/Dogs/1',
    '/DOGS/1',
    '/dogs/1/',
    '/pairs/1',
    '/pairs/,2',
    '/pairs/1,',
    '/pairs/,',
    '/books/',
    '/CAF%C3%89S/1',
    '/cafes/1',
    // To a server that unescapes these first they are of another resource than to the gateway.
    '/pairs/1%2C2',
    '/pairs/1%2c2',
    '/books/isbn%3D1',
    '/books/isbn%3d1',
    '/a%2Cb/1',
  ])('%s is of no resource', async (path) => {
    expect(await ask(path)).toEqual(unknown);
  });

  test('an escaped letter hides no resource', async () => {
    expect(await ask('/books/%61ll')).toEqual(['403', 'scope_insufficient']);
    expect(await ask('/%62ooks/all')).toEqual(['403', 'scope_insufficient']);
    expect(await ask('/books/all%20')).toEqual(passed('/books/all%20'));
  });

  test.each([
    '/dogs//1',
    '/dogs//',
    '//dogs/1',
    '/dogs/.',
    '/dogs/..',
    '/dogs/./1',
    '/dogs/1/..',
    '/dogs/1/.',
    '/dogs/%2E',
    '/dogs/%2e%2E',
    '/dogs/%2e.',
    '/dogs/.%2e/x',
    '/..',
    '/.',
    '/%2e%2e/%2e%2e/etc',
    '/dogs/.;/1',
    '/dogs/..;x=y/1',
    '/dogs;/1',
    '/dogs/1;',
    '/dogs/%3b',
    '/dogs/%5C..%5Cadmin',
    '/dogs/..\\..\\admin',
    '/dogs/%2F',
    '/dogs%2f1',
    '/dogs/%00',
    '/dogs/%0A',
    '/dogs/%7F',
    '/dogs/%',
    '/dogs/%1',
    '/dogs/%g1',
    '/dogs/%u002e',
    // Overlong and otherwise broken UTF-8 (RFC 3629 section 3).
    '/dogs/%C0%AE',
    '/dogs/%C0%AF',
    '/dogs/%E0%80%AE',
    '/dogs/%F0%80%80%AE',
    '/dogs/%C1%9C',
    '/dogs/%80',
    '/dogs/%C3',
    '/dogs/%ED%A0%80',
    '/dogs/%F4%90%80%80',
    '/dogs/%FE',
  ])('%s is refused', async (path) => {
    expect(await ask(path)).toEqual(refused);
  });

  test.each(['/dogs/1#x', '/dogs/{id}', '/dogs/"', '/dogs/<x>', '/dogs/a|b', '/dogs/`', '/dogs/^'])(
    '%s, which no URI holds, changes nothing on its way',
    async (path) => {
      const [status, code, ...seen] = await ask(path);
      if (status === '200') expect(seen).toEqual([basePath + path]);
      else expect([status, code?.replace('request', 'path'), ...seen]).toEqual(refused);
    },
  );

  test('that is longer than a request line may be is refused with 431', async () => {
    expect(await ask(`/dogs/${'x'.repeat(20_000)}`)).toEqual(['431', 'headers_too_large']);
  });
});

test('what reaches the upstream is what was sent, byte for byte, or nothing is', async () => {
  const piece = fc.oneof(
    fc.constantFrom('dogs', 'pairs', 'books', 'isbn=', 'all', 'a', '1', '.', '..', '/', '//', ',', '=', ';'),
    fc.constantFrom('%2e', '%2E', '%2f', '%5c', '%2C', '%3d', '%25', '%00', '%c3%a9', '%c0%ae', '%', '%61'),
    fc.constantFrom(
      ':',
      '@',
      '+',
      '*',
      '~',
      '!',
      '$',
      '&',
      "'",
      '(',
      ')',
      '_',
      '-',
      '\\',
      '|',
      '"',
      '{',
      '}',
    ),
    fc.constantFrom('?', '?a=b', '&c=%2e%2e', '\x80', '\xe9'),
  );
  const paths = fc.array(piece, { maxLength: 8 }).map((pieces) => `/dogs/${pieces.join('')}`);
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      const [status, code, ...seen] = await ask(path);
      if (status === '200') expect(seen).toEqual([basePath + path]);
      else expect([code, ...seen]).toEqual([expect.stringMatching(/_malformed$|^resource_unknown$/)]);
    }),
    { numRuns: draws(300) },
  );
});
