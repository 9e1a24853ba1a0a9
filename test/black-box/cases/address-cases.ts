import { call, passed, refused, type BlackBoxCase } from '../black-box-case.ts';

const park = (target: string, line = target) => ({
  bytes: call(`GET ${target === '' ? '/park/v1' : `/park/v1${target}`}`, { as: 'walker' }),
  expected: passed(`production GET /park${line}`),
});

const addresses: readonly BlackBoxCase[] = [
  { name: 'the root of an API', ...park('', '/') },
  { name: 'the root of an API with a slash', ...park('/') },
  { name: 'a resource', ...park('/dogs') },
  { name: 'a template', ...park('/dogs/7') },
  { name: 'a template with two parameters in two segments', ...park('/dogs/7/parts/tail') },
  { name: 'a template with two parameters in one segment', ...park('/pairs/1,2') },
  { name: 'an exact path before a template', ...park('/dogs/admin') },
  { name: 'an exact path in escapes, as it was sent', ...park('/dogs/%61dmin') },
  { name: 'four templates', ...park('/1/2/3/4') },
  { name: 'a query byte for byte', ...park('/dogs?a=%7e~+%20&b=[x]&sort=-name,+age&c=%zz&d=//../') },
  { name: 'an empty query', ...park('/dogs?') },
  { name: 'escapes that stay as they are', ...park('/dogs/r%C3%A9x%2c1,v=%3A...x') },
  { name: 'two queries', ...park('/dogs?a?b') },
  { name: 'a parameter that is repeated', ...park('/dogs?a=1&a=2') },
  { name: 'a query that names a path', ...park('/dogs?path=/park/v1/dogs/admin') },
  { name: 'dots that are no dot segment', ...park('/dogs/...') },
  { name: 'two dots within a name', ...park('/dogs/a..b') },
  { name: 'a hidden name', ...park('/dogs/.hidden') },
  { name: 'a space in escapes', ...park('/dogs/a%20b') },
  { name: 'a percent sign in escapes', ...park('/dogs/%25') },
  { name: 'a dot segment that is escaped twice', ...park('/dogs/%252e%252e') },
  { name: 'a long name', ...park(`/dogs/${'x'.repeat(4000)}`) },
  { name: 'a long query', ...park(`/dogs?q=${'x'.repeat(8000)}`) },
  { name: 'characters that need no escape', ...park("/dogs/a-b_c.d~e!f$g&h'i(j)k*l+m,n=o:p@q") },
];

const asks = (
  name: string,
  line: string,
  expected: BlackBoxCase['expected'],
  headers = {},
): BlackBoxCase => ({ name, bytes: call(line, { as: 'walker', headers }), expected });

const unknown: readonly BlackBoxCase[] = [
  ['/cats/v1/cats', 'api_unknown'],
  ['/park/v2/dogs', 'api_unknown'],
  ['/park/V1/dogs', 'api_unknown'],
  ['/park/1/dogs', 'api_unknown'],
  ['/Park/v1/dogs', 'api_unknown'],
  ['/park', 'api_unknown'],
  ['/park/', 'api_unknown'],
  ['/', 'api_unknown'],
  ['/park/dogs', 'api_unknown'],
  ['/parkv1/dogs', 'api_unknown'],
  ['/xpark/v1/dogs', 'api_unknown'],
  ['/park/v1x/dogs', 'api_unknown'],
  ['/park/v1%20/dogs', 'api_unknown'],
  ['/%70ark/v1/dogs', 'api_unknown'],
  ['/apis/park/v1/dogs', 'api_unknown'],
  ['/?/park/v1/dogs', 'api_unknown'],
].map(([target = '', code]) =>
  asks(`${target} names no API`, `GET ${target}`, refused(code as 'api_unknown')),
);

const vary = { vary: 'Origin' };
const noResource = refused('resource_unknown', { headers: vary });

const resources: readonly BlackBoxCase[] = [
  '/park/v1/cats',
  '/park/v1/Dogs',
  '/park/v1/dogs/',
  '/park/v1/dogs/7/',
  '/park/v1/dogs/7/parts',
  '/park/v1/dogs/7/parts/tail/hair',
  '/park/v1/dogsx',
  '/park/v1/pairs/12',
  '/park/v1/1/2/3',
  '/park/v1/dogs%20',
].map((target) => asks(`${target} is not a resource`, `GET ${target}`, noResource));

const withOrigin = (each: BlackBoxCase): BlackBoxCase => ({
  ...each,
  expected: {
    ...each.expected,
    answers: each.expected.answers.map((answer) => ({
      ...answer,
      headers: { ...answer.headers, ...vary },
    })),
  },
});

/** Which API, which resource, and what of the address reaches the upstream. */
export const addressCases: readonly BlackBoxCase[] = [
  ...addresses.map(withOrigin).map((each) => ({ ...each, name: `${each.name} is forwarded` })),
  ...unknown,
  ...resources,
];
