import { call, challenge, passed, refused, refusedUnread, type BlackBoxCase } from '../black-box-case.ts';

const vary = { vary: 'Origin' };

/** Refused before an API is known, or by an API that takes no such paths: then the answer may be for one origin. */
const malformed = refused('path_malformed');
const malformedInApi = refused('path_malformed', { headers: vary });

const inPark = (expected: BlackBoxCase['expected'], paths: readonly string[]): readonly BlackBoxCase[] =>
  paths.map((path) => ({
    name: `${path} is refused`,
    bytes: call(`GET /park/v1${path}`, { as: 'walker' }),
    expected,
  }));

const refusedAnywhere = inPark(malformed, [
  '/../admin',
  '/dogs/..',
  '/dogs/.',
  '/dogs/../admin',
  '/dogs/./1',
  '/dogs/%2e%2e/admin',
  '/dogs/.%2E/admin',
  '/dogs/%2e',
  '/dogs/..;/admin',
  '/dogs/..;a=b/admin',
  '/dogs/..%3b/admin',
  '/dogs/..%2fadmin',
  '/dogs/..\\admin',
  '/dogs\\1',
  '//dogs/1',
  '/dogs//1',
  '/dogs/1//',
  '/dogs/1%00',
  '/dogs/1%0d%0aX:1',
  '/dogs/1%1F',
  '/dogs/1%7f',
  '/dogs/%zz',
  '/dogs/%',
  '/dogs/%2',
  '/dogs/%c0%ae%c0%ae/admin',
  '/dogs/%ff',
]);

const refusedByStrictApis = inPark(malformedInApi, [
  '/dogs/1;x=1',
  '/dogs/1%3bx=1',
  '/dogs/1%3Bx=1',
  '/dogs;x=1/1',
  '/dogs/1%2fadmin',
  '/dogs/1%2Fadmin',
  '/dogs/1%5cadmin',
]);

const beforeTheApi = [
  '//park/v1/dogs/1',
  '/park//v1/dogs/1',
  '/./park/v1/dogs/1',
  '/cats/../park/v1/dogs/1',
  '/park/v1/../v1/dogs',
  '/%2e%2e/park/v1/dogs',
  '/park/v1/dogs/1#admin',
  '/park/v1/dogs?a#b',
].map((target) => ({
  name: `${target} is refused`,
  bytes: call(`GET ${target}`, { as: 'walker' }),
  expected: malformed,
}));

const hidden = ['/park%2Fv1/dogs', '/park;x/v1/dogs', '/park/v1;x/dogs'].map((target) => ({
  name: `${target}, which hides the address of the API, is refused`,
  bytes: call(`GET ${target}`, { as: 'walker' }),
  expected: refused('api_unknown'),
}));

const files = (paths: readonly string[], expected: (path: string) => BlackBoxCase['expected']) =>
  paths.map((path) => ({
    name: `an API that passes encoded slashes on gets ${path}`,
    bytes: call(`GET /files/v1${path}`, { as: 'walker' }),
    expected: expected(path),
  }));

const passing = [
  ...files(
    [
      '/files/a%2Fb',
      '/files/a%2fb',
      '/files/%2Fetc%2F',
      '/files/a%2F%2Fb',
      '/files/a;b',
      '/files/a%3Bb',
      '/files/;',
      '/files/a%5Cb',
      '/files/.git%2Fconfig',
      '/files/a%2F..b',
      '/files/a%2F...%2Fb',
      '/files/main...feature%2Fone',
      '/files/a/b%2Fc',
      '/files/%252F',
      '/files/a%2Fb?q=%2e%2e/',
    ],
    (path) => passed(`production GET /files${path}`),
  ),
  ...files(
    [
      '/files/..',
      '/files/%2e%2e',
      '/files/.%2E/x',
      '/files/..%2Fa',
      '/files/a%2F..',
      '/files/a%2F..%2Fb',
      '/files/a%2f%2e%2e%2fb',
      '/files/a%2F.%2Fb',
      '/files/%2e%2Fb',
      '/files/..%5Ca',
      '/files/a%5C..%5Cb',
      '/files/a%5c%2e%2E',
      '/files/..;/x',
      '/files/..;a=b',
      '/files/..%3Ba=b',
      '/files/%2e.%3b/x',
      '/files/a%2F..;x%2Fb',
      '/files/.;',
      '/files;/../x',
      '/files/a\\b',
      '/files//a%2Fb',
      '/files/%00',
      '/files/a%2F%0d%0a',
      '/files/%7f;',
      '/files/%2G',
      '/files/%e0%80%af',
      '/files/%ff;',
    ],
    () => malformed,
  ),
  ...files(['/files%2Fa/b', '/files%2Fa'], () => refused('resource_unknown')),
  ...['/keys/a', '/keys/a;y', '/keys/a%2Fb', '/%6Beys/a'].map((path) => ({
    name: `${path} needs the scope of its operation, however it is written`,
    bytes: call(`GET /files/v1${path}`, { as: 'reader' }),
    expected: refused('scope_insufficient', {
      headers: challenge(', error="insufficient_scope", scope="keys:read"'),
    }),
  })),
];

/** Paths that somebody could read as another one than the gateway does. */
export const pathAttackCases: readonly BlackBoxCase[] = [
  ...refusedAnywhere,
  ...refusedByStrictApis,
  ...beforeTheApi,
  ...hidden,
  ...passing,
  {
    name: 'a byte beyond ASCII in the path is refused',
    bytes: call('GET /park/v1/dogs/caf\xe9', { as: 'walker' }),
    expected: refusedUnread('request_malformed'),
  },
];
