import { answered, call, passed, refused, refusedUnread, type BlackBoxCase } from '../black-box-case.ts';

const vary = { vary: 'Origin' };
const ofDogs = { allow: 'GET, POST, HEAD, OPTIONS' };
const ofDog = { allow: 'DELETE, GET, PATCH, PUT, HEAD, OPTIONS' };
const walker = { as: 'walker' };
const park = (line: string, extra = {}) => passed(`production ${line}`, { headers: vary, ...extra });

const forwarded: readonly BlackBoxCase[] = [
  ['GET', '/dogs'],
  ['POST', '/dogs'],
  ['PUT', '/dogs/7'],
  ['PATCH', '/dogs/7'],
  ['DELETE', '/dogs/7'],
].map(([method, path]) => ({
  name: `${method} ${path} is forwarded`,
  bytes: call(`${method} /park/v1${path}`, walker),
  expected: park(`${method} /park${path}`),
}));

const readOnly = { allow: 'GET, HEAD, OPTIONS' };

const undeclared: readonly BlackBoxCase[] = (
  [
    ['PUT', '/dogs', ofDogs],
    ['PATCH', '/dogs', ofDogs],
    ['DELETE', '/dogs', ofDogs],
    ['TRACE', '/dogs', ofDogs],
    ['PROPFIND', '/dogs', ofDogs],
    ['QUERY', '/dogs', ofDogs],
    ['POST', '/dogs/7', ofDog],
    ['POST', '/dogs/admin', readOnly],
    ['DELETE', '/dogs/admin', readOnly],
    ['GET', '/heads', { allow: 'HEAD, OPTIONS' }],
    ['POST', '', readOnly],
  ] as const
).map(([method, path, allow]) => ({
  name: `${method} ${path} is not declared`,
  bytes: call(`${method} /park/v1${path}`, walker),
  expected: refused('method_not_allowed', { headers: { ...vary, ...allow } }),
}));

const overrides: readonly BlackBoxCase[] = [
  ['X-HTTP-Method-Override', 'method_overridden'],
  ['X-HTTP-Method', 'method_overridden'],
  ['X-Method-Override', 'method_overridden'],
  ['x-http-method-override', 'method_overridden'],
  ['X-Original-URL', 'path_overridden'],
  ['X-Rewrite-URL', 'path_overridden'],
].flatMap(([header = '', code]) => [
  {
    name: `a ${header} in a GET is refused`,
    bytes: call('GET /park/v1/dogs', { ...walker, headers: { [header]: 'DELETE' } }),
    expected: refused(code as 'path_overridden', { headers: vary }),
  },
  {
    name: `a ${header} in a POST is refused`,
    bytes: call('POST /park/v1/dogs', { ...walker, body: 'x', headers: { [header]: '/dogs/admin' } }),
    expected: refused(code as 'path_overridden', { headers: vary }),
  },
]);

const inAnotherSpelling: readonly BlackBoxCase[] = ['X_HTTP_Method_Override', 'x_original_url'].map(
  (header) => ({
    name: `a ${header}, which some servers fold, does not reach the upstream`,
    bytes: call('GET /park/v1/dogs', { ...walker, headers: { [header]: 'DELETE' } }),
    expected: park('GET /park/dogs'),
  }),
);

/** Which methods reach the upstream. */
export const methodCases: readonly BlackBoxCase[] = [
  ...forwarded,
  ...undeclared,
  ...overrides,
  ...inAnotherSpelling,
  {
    name: 'HEAD asks with GET where only that is declared, and has no body',
    bytes: call('HEAD /park/v1/dogs', walker),
    expected: park('GET /park/dogs', { body: '' }),
  },
  {
    name: 'HEAD asks with HEAD where that is declared',
    bytes: call('HEAD /park/v1/heads', walker),
    expected: park('HEAD /park/heads'),
  },
  {
    name: 'HEAD is refused without a body',
    bytes: call('HEAD /park/v1/cats', walker),
    expected: withoutBody(refused('resource_unknown', { headers: vary })),
  },
  {
    name: 'OPTIONS with a token lists the methods of a resource',
    bytes: call('OPTIONS /park/v1/dogs', walker),
    expected: answered(200, { headers: { ...vary, ...ofDogs } }),
  },
  {
    name: 'OPTIONS with a token lists the methods of another resource',
    bytes: call('OPTIONS /park/v1/dogs/7', walker),
    expected: answered(200, { headers: { ...vary, ...ofDog } }),
  },
  {
    name: 'OPTIONS is forwarded where it is declared',
    bytes: call('OPTIONS /park/v1/own_options', walker),
    expected: park('OPTIONS /park/own_options'),
  },
  {
    name: 'OPTIONS of an unknown resource is refused',
    bytes: call('OPTIONS /park/v1/cats', walker),
    expected: refused('resource_unknown', { headers: vary }),
  },
  {
    name: 'an unregistered method is refused',
    bytes: call('FETCH /park/v1/dogs', walker),
    expected: refusedUnread('method_unknown'),
  },
  {
    name: 'a method in lower case is refused',
    bytes: call('get /park/v1/dogs', walker),
    expected: refusedUnread('method_unknown'),
  },
];

function withoutBody({ answers, ...outcome }: BlackBoxCase['expected']): BlackBoxCase['expected'] {
  return { ...outcome, answers: answers.map((answer) => ({ ...answer, body: '' })) };
}
