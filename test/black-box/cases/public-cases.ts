import { call, challenge, passed, refused, type BlackBoxCase, type Headers } from '../black-box-case.ts';

const vary = { vary: 'Origin' };
const isolated = { ...vary, 'content-security-policy': 'sandbox' };
const plenty: Headers = {
  ratelimit: '"address";r=PLENTY;t=1',
  'ratelimit-policy': '"address";q=100000;w=1',
};
const open = (path: string, extra = {}) =>
  passed(`production GET /lobby${path}`, { headers: { ...isolated, ...plenty }, ...extra });
const missing = refused('token_missing', { headers: { ...challenge(), ...vary } });
const malformed = refused('path_malformed');
const malformedInApi = refused('path_malformed', { headers: vary });

const paths: readonly BlackBoxCase[] = (
  [
    ['/dogs', open('/dogs')],
    ['/dogs?breed=pug', open('/dogs?breed=pug')],
    ['/dogs/7', open('/dogs/7')],
    ['/dogs/%2561dmin', open('/dogs/%2561dmin')],
    ['/dogs/admin%20', open('/dogs/admin%20')],
    ['/dogs/admin', missing],
    ['/dogs/%61dmin', missing],
    ['/dogs/adm%69n', missing],
    ['/dogs/admin?id=1', missing],
    ['/dogs/admin?', missing],
    ['/dogs/1/', missing],
    ['/dogs/admin/', missing],
    ['/dogs/1/owner', missing],
    ['/cats', missing],
    ['', missing],
    ['/dogs/1%2fowner', malformedInApi],
    ['/dogs/1%5cowner', malformedInApi],
    ['/dogs/1;/owner', malformedInApi],
    ['/dogs/admin;x=1', malformedInApi],
    ['/dogs/admin%3bx=1', malformedInApi],
    ['/dogs//admin', malformed],
    ['//dogs/1', malformed],
    ['/dogs/../dogs/admin', malformed],
    ['/dogs/./admin', malformed],
    ['/dogs/%2e%2e/admin', malformed],
    ['/dogs/1/..;/admin', malformed],
    ['/dogs/1#/../admin', malformed],
    ['/dogs/admin%00', malformed],
  ] as const
).map(([path, expected]) => ({
  name: `${path} without a token`,
  bytes: call(`GET /lobby/v1${path}`),
  expected,
}));

const methods: readonly BlackBoxCase[] = [
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
].map((method) => ({
  name: `${method} of a path whose GET is public`,
  bytes: call(`${method} /lobby/v1/dogs`),
  expected: missing,
}));

const overridden: readonly BlackBoxCase[] = [
  ['X-HTTP-Method-Override', 'method_overridden'],
  ['X-Original-URL', 'path_overridden'],
].map(([header = '', code]) => ({
  name: `a public call with ${header} is refused`,
  bytes: call('GET /lobby/v1/dogs', { headers: { [header]: '/dogs/admin' } }),
  expected: refused(code as 'path_overridden', { headers: isolated }),
}));

const tokens: readonly BlackBoxCase[] = [
  'walker',
  'walker-sandbox',
  'stranger',
  'banned',
  'expired',
  'by another key',
].map((as) => ({
  name: `a token of a public call is not read: ${as}`,
  bytes: call('GET /lobby/v1/dogs', { as }),
  expected: open('/dogs'),
}));

const credentials: readonly BlackBoxCase[] = ['Bearer nonsense', 'Basic YTpi', 'Bearer'].map(
  (authorization) => ({
    name: `"${authorization}" of a public call is not read, and does not reach the upstream`,
    bytes: call('GET /lobby/v1/dogs', { headers: { Authorization: authorization } }),
    expected: open('/dogs'),
  }),
);

/** Operations that everyone may call. */
export const publicCases: readonly BlackBoxCase[] = [
  ...paths,
  ...methods,
  ...overridden,
  ...tokens,
  ...credentials,
  {
    name: 'HEAD of a public GET',
    bytes: call('HEAD /lobby/v1/dogs'),
    expected: open('/dogs', { body: '' }),
  },
  {
    name: 'a token in the query of a public call is refused',
    bytes: call('GET /lobby/v1/dogs?access_token=abc'),
    expected: refused('token_ambiguous', {
      headers: { ...challenge(', error="invalid_request"'), ...isolated },
    }),
  },
  {
    name: 'cookies of a public call do not reach the upstream',
    bytes: call('GET /lobby/v1/dogs', { headers: { Cookie: 'theme=dark' } }),
    expected: open('/dogs'),
  },
  {
    name: 'a protected operation beside public ones',
    bytes: call('GET /lobby/v1/dogs/admin', { as: 'walker' }),
    expected: passed('production GET /lobby/dogs/admin', { headers: vary }),
  },
  {
    name: 'a protected operation beside public ones, with sandbox keys',
    bytes: call('GET /lobby/v1/dogs/admin', { as: 'walker-sandbox' }),
    expected: passed('sandbox GET /lobby/dogs/admin', { headers: vary }),
  },
  {
    name: 'a protected operation beside public ones, with a blocked subscription',
    bytes: call('GET /lobby/v1/dogs/admin', { as: 'banned' }),
    expected: refused('subscription_blocked', { headers: vary }),
  },
  {
    name: 'an undeclared method beside public operations',
    bytes: call('PUT /lobby/v1/dogs', { as: 'walker' }),
    expected: refused('method_not_allowed', {
      headers: { ...vary, allow: 'GET, POST, HEAD, OPTIONS' },
    }),
  },
];
