import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDocument } from '#openapi/open-document.ts';
import { compileOperations } from '#compiler/kinds/api/compile/compile-operations.ts';
import { openGateway, type GatewayInTest } from '../gateway-in-test.ts';
import { rawGet, sendRaw } from '../send-raw.ts';
import { buildTable, defineApi, defineApplication, subscribe } from '../table-builder.ts';
import { openUpstream, type UpstreamInTest } from '../upstream-in-test.ts';
import { draws } from '../../full-run.ts';

const text = (name: string, others = {}) => ({
  name,
  in: 'path',
  required: true,
  schema: { type: 'string', ...others },
});

/** The shape of the paths of GitHub's own document. */
const contract = {
  openapi: '3.1.0',
  info: { title: 'Repositories', version: 'v1' },
  paths: {
    '/repos/{owner}/{repo}': { get: { responses: {} } },
    '/repos/{owner}/{repo}/contents/{path}': {
      parameters: [text('path', { maxLength: 20 })],
      get: { responses: {} },
    },
    '/repos/{owner}/{repo}/compare/{basehead}': { get: { responses: {} } },
    '/repos/{owner}/{repo}/git/ref/{ref}': {
      parameters: [text('ref', { pattern: '^heads/' })],
      get: { responses: {} },
    },
    '/repos/{owner}/{repo}/keys': { get: { responses: {}, security: [{ oauth: ['keys:read'] }] } },
    '/files/a%2Fb': { get: { responses: {} } },
    '/files/{folder}/{file}': { get: { responses: {} } },
    '/pairs/{a};{b}': { get: { responses: {} } },
  },
  components: { securitySchemes: { oauth: { type: 'oauth2', flows: {} } } },
};

let upstream: UpstreamInTest;
let gateway: GatewayInTest;
let authorization: string;

beforeAll(async () => {
  upstream = await openUpstream('production');
  const api = {
    endpoints: { production: { targets: [`${upstream.url}/base`] } },
    operations: compileOperations(openDocument(contract)),
    contract,
  };
  gateway = await openGateway(
    buildTable({
      apis: [
        defineApi({ ...api, name: 'Passing', context: 'passing', pathEncoding: 'pass' }),
        defineApi({ ...api, name: 'Strict', context: 'strict' }),
      ],
      applications: [defineApplication('DogWalker')],
      subscriptions: [subscribe('DogWalker', 'Passing/v1'), subscribe('DogWalker', 'Strict/v1')],
    }),
  );
  authorization = `Authorization: Bearer ${await gateway.tokenFor('DogWalker-production')}`;
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

/** The status, the code of an error, and the targets that were requested from the upstream. */
async function ask(path: string, context = 'passing'): Promise<readonly (string | undefined)[]> {
  upstream.seen.length = 0;
  const answer = await sendRaw(gateway.port, rawGet(`/${context}/v1${path}`, authorization));
  const status = /^HTTP\/1\.1 (\d+) /.exec(answer)?.[1];
  const code = /"code":"(\w+)"/.exec(answer)?.[1];
  return [status, code, ...upstream.seen.map(({ url }) => url)];
}

const refused = ['400', 'path_malformed'];
const unknown = ['404', 'resource_unknown'];
const passed = (path: string) => ['200', undefined, `/base${path}`];

const encoded = [
  '/repos/o/r/contents/a%2Fb',
  '/repos/o/r/contents/a%2fb',
  '/repos/o/r/contents/%2Fetc%2F',
  '/repos/o/r/contents/a%2F%2Fb',
  '/repos/o/r/contents/a;b',
  '/repos/o/r/contents/a%3Bb',
  '/repos/o/r/contents/;',
  '/repos/o/r/contents/a%5Cb',
  '/repos/o/r/contents/.git%2Fconfig',
  '/repos/o/r/contents/a%2F..b',
  '/repos/o/r/contents/a%2F...%2Fb',
  '/repos/o/r/compare/main...feature%2Fone',
  '/repos/o/r/compare/v1%2Fa..v2;x',
  '/repos/o/r/git/ref/heads%2Ffeature',
  '/repos/o%2Fr/contents/contents/x',
  '/repos/o/r%2Fkeys',
  '/files/a%2Fb',
  '/files/a%2fb',
  '/files/a/b%2Fc',
  '/pairs/1;2',
  '/repos/o/r/contents/%252F',
  '/repos/o/r/contents/a%2Fb?q=%2e%2e/',
];

describe('with pathEncoding: pass,', () => {
  test.each(encoded)('%s reaches the upstream byte for byte', async (path) => {
    expect(await ask(path)).toEqual(passed(path));
  });

  test.each([
    // Dot segments, also if a server that decodes or cuts a segment would see one.
    '/repos/o/r/contents/..',
    '/repos/o/r/contents/%2e%2e',
    '/repos/o/r/contents/.%2E/x',
    '/repos/o/r/contents/..%2Fa',
    '/repos/o/r/contents/a%2F..',
    '/repos/o/r/contents/a%2F..%2Fb',
    '/repos/o/r/contents/a%2f%2e%2e%2fb',
    '/repos/o/r/contents/a%2F.%2Fb',
    '/repos/o/r/contents/%2e%2Fb',
    '/repos/o/r/contents/..%5Ca',
    '/repos/o/r/contents/a%5C..%5Cb',
    '/repos/o/r/contents/a%5c%2e%2E',
    '/repos/o/r/contents/..;/x',
    '/repos/o/r/contents/..;a=b',
    '/repos/o/r/contents/..%3Ba=b',
    '/repos/o/r/contents/%2e.%3b/x',
    '/repos/o/r/contents/a%2F..;x%2Fb',
    '/repos/o/r/contents/.;',
    '/repos/o/r;/../x',
    // What no setting lets through.
    '/repos/o/r/contents/a\\b',
    '/repos/o/r/contents//a%2Fb',
    '/repos/o/r/contents/a%2Fb//',
    '/repos/o/r/contents/%00',
    '/repos/o/r/contents/a%2F%0d%0a',
    '/repos/o/r/contents/%7f;',
    '/repos/o/r/contents/%2',
    '/repos/o/r/contents/%2G',
    '/repos/o/r/contents/%',
    '/repos/o/r/contents/%c0%af',
    '/repos/o/r/contents/%e0%80%af',
    '/repos/o/r/contents/%c1%9c',
    '/repos/o/r/contents/%ff;',
    '/repos/o/r/contents/a%2Fb#c',
    '/repos/o/r/contents/a%2Fb?c#d',
  ])('%s is refused', async (path) => {
    expect(await ask(path)).toEqual(refused);
    expect(await ask(path, 'strict')).toEqual(refused);
  });

  test('%2F never separates segments', async () => {
    expect(await ask('/repos/o%2Fr/contents')).toEqual(passed('/repos/o%2Fr/contents'));
    expect(await ask('/repos/o%2Fr')).toEqual(unknown);
    expect(await ask('/repos%2Fo/r')).toEqual(unknown);
    expect(await ask('/files%2Fa/b')).toEqual(unknown);
    expect(await ask('/files/a/b')).toEqual(passed('/files/a/b'));
  });

  test('the scopes are those of the operation that the path matches as it was sent', async () => {
    expect(await ask('/repos/o/r/keys')).toEqual(['403', 'scope_insufficient']);
    expect(await ask('/repos/o/r/%6Beys')).toEqual(['403', 'scope_insufficient']);
    expect(await ask('/repos/o%2Fr/keys')).toEqual(passed('/repos/o%2Fr/keys'));
    expect(await ask('/repos/o;x/r;y/keys')).toEqual(['403', 'scope_insufficient']);
  });

  test('a parameter is checked as the text that it stands for', async () => {
    const invalid = ['422', 'validation_failed'];
    expect(await ask('/repos/o/r/git/ref/tags%2Fv1')).toEqual(invalid);
    expect(await ask('/repos/o/r/git/ref/heads')).toEqual(invalid);
    // 20 characters, and 21.
    expect(await ask(`/repos/o/r/contents/${'%2F'.repeat(20)}`)).toEqual(
      passed(`/repos/o/r/contents/${'%2F'.repeat(20)}`),
    );
    expect(await ask(`/repos/o/r/contents/${'%2F'.repeat(21)}`)).toEqual(invalid);
  });

  test('an escaped semicolon that would lead to another operation is refused', async () => {
    expect(await ask('/pairs/1%3B2')).toEqual(unknown);
  });

  test.each(['/passing%2Fv1/repos/o/r', '/passing;x/v1/repos/o/r', '/passing/v1;x/repos/o/r'])(
    '%s, which hides the address of the API, names no API',
    async (target) => {
      upstream.seen.length = 0;
      const answer = await sendRaw(gateway.port, rawGet(target, authorization));
      expect(answer).toMatch(/"code":"api_unknown"/);
      expect(upstream.seen).toEqual([]);
    },
  );
});

test.each(encoded.filter((path) => path !== '/repos/o/r/contents/%252F'))(
  'without the setting, %s is refused',
  async (path) => {
    expect(await ask(path, 'strict')).toEqual(refused);
  },
);

/** How servers read a path that decode before they split at separators, and cut parameters off. */
function readLoosely(path: string): readonly string[] {
  return decodeURIComponent(path)
    .replaceAll('\\', '/')
    .split('/')
    .map((segment) => segment.replace(/;.*/s, ''));
}

test('what passes arrives byte for byte, and leads no reader out of its folder', async () => {
  const separators = '/ %2F %2f %5C \\ ; %3B %3b ? #'.split(' ');
  const names = 'a keys . .. ... %2e %2E %25 %252F %00 %0a %c3%a9 %c0%ae % \xe9 * %EE%80%80 = ,'.split(' ');
  const pieces = fc.oneof(fc.constantFrom(...separators), fc.constantFrom(...names));
  const paths = fc.array(pieces, { maxLength: 8 }).map((parts) => `/repos/o/r/contents/${parts.join('')}`);
  await fc.assert(
    fc.asyncProperty(paths, async (path) => {
      const [status, code, ...seen] = await ask(path);
      const [sent = ''] = path.split('?');
      const readings = status === '200' ? readLoosely(sent) : [];
      expect([code, ...seen]).toEqual(status === '200' ? passed(path).slice(1) : [expect.any(String)]);
      expect(readings.filter((segment) => segment === '.' || segment === '..')).toEqual([]);
    }),
    { numRuns: draws(500) },
  );
});
