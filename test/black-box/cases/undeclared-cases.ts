import { answered, call, challenge, passed, refused, type BlackBoxCase } from '../black-box-case.ts';

const vary = { vary: 'Origin' };
const origin = 'https://walker.example.edu';

const asks = (name: string, line: string, expected: BlackBoxCase['expected'], as = 'reader') => ({
  name,
  bytes: call(line, { as }),
  expected,
});
const reaches = (line: string, seen = line) =>
  asks(
    `undeclared ${line} is forwarded`,
    line.replace(' ', ' /lenient/v1'),
    passed(`production ${seen.replace(' ', ' /lenient')}`, { headers: vary }),
  );
const unknown = (target: string) =>
  asks(
    `${target} is not forwarded`,
    `GET /lenient/v1${target}`,
    refused('resource_unknown', { headers: vary }),
  );
const insufficient = (scope: string) =>
  refused('scope_insufficient', {
    headers: { ...challenge(`, error="insufficient_scope", scope="${scope}"`), ...vary },
  });

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** Calls of an API that forwards what its document does not declare. */
export const undeclaredCases: readonly BlackBoxCase[] = [
  reaches('GET /dogs'),
  reaches('POST /dogs'),
  reaches('DELETE /dogs/7'),
  reaches('GET /cats?x=%2f'),
  reaches('PUT /cats/1/2/3/4'),
  reaches('GET /'),
  reaches('OPTIONS /dogs'),
  reaches('OPTIONS /cats'),
  reaches('GET /admin'),
  reaches('GET /admin/keys2'),
  ...[
    '/admin/keys/',
    '/Admin/keys',
    '/ADMIN/KEYS',
    '/%41dmin/keys',
    '/dogs/',
    '/DOGS',
    '/dogs/7/',
    '/A,x',
    '/a%2cx/',
  ].map(unknown),
  asks('a scope that a declared operation needs', 'GET /lenient/v1/admin/keys', insufficient('admin')),
  asks('a scope, in escapes', 'GET /lenient/v1/%61dmin/keys', insufficient('admin')),
  {
    name: 'an undeclared call without a token',
    bytes: call('GET /lenient/v1/cats'),
    expected: refused('token_missing', { headers: { ...challenge(), ...vary } }),
  },
  asks(
    'an undeclared call without a subscription',
    'GET /lenient/v1/cats',
    refused('not_subscribed', { headers: vary }),
    'stranger',
  ),
  asks(
    'TRACE of an undeclared path',
    'TRACE /lenient/v1/cats',
    refused('resource_unknown', { headers: vary }),
  ),
  {
    name: 'a preflight of an API that forwards undeclared calls',
    bytes: call('OPTIONS /lenient/v1/cats', {
      headers: { Origin: origin, 'Access-Control-Request-Method': 'PATCH' },
    }),
    expected: answered(200, {
      headers: {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'ETag',
        ...vary,
        allow: methods,
        'access-control-allow-headers': 'Authorization, Content-Type',
        'access-control-allow-methods': methods,
        'access-control-max-age': '600',
      },
    }),
  },
];
