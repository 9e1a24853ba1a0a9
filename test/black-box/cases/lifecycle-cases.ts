import { call, challenge, passed, refused, answered, type BlackBoxCase } from '../black-box-case.ts';

const origin = 'https://walker.example.edu';
const vary = { vary: 'Origin' };
const links = [
  '<https://parks.example.edu/moving>; rel="deprecation"',
  '<https://parks.example.edu/moving>; rel="sunset"',
  '<https://gateway.example.edu/park/v1>; rel="successor-version"',
].join(', ');
const deprecation = { deprecation: '@1769817600', sunset: 'Sun, 31 Jan 2027 00:00:00 GMT', link: links };
const walker = { as: 'walker' };

const states: readonly BlackBoxCase[] = [
  {
    name: 'a version that is only created is unknown',
    bytes: call('GET /draft/v1/dogs', walker),
    expected: refused('api_unknown'),
  },
  { name: 'a retired version', bytes: call('GET /old/v1/dogs', walker), expected: refused('api_retired') },
  {
    name: 'a retired version without a token',
    bytes: call('GET /old/v1/dogs'),
    expected: refused('api_retired'),
  },
  {
    name: 'an unknown resource of a retired version',
    bytes: call('POST /old/v1/nowhere', { body: 'x' }),
    expected: refused('api_retired'),
  },
  { name: 'the root of a retired version', bytes: call('GET /old/v1'), expected: refused('api_retired') },
  {
    name: 'a blocked version',
    bytes: call('GET /halted/v1/dogs', walker),
    expected: refused('api_blocked', { headers: vary }),
  },
  {
    name: 'a blocked version without a token',
    bytes: call('GET /halted/v1/dogs'),
    expected: refused('api_blocked', { headers: vary }),
  },
  {
    name: 'a blocked version for those who ask for XML',
    bytes: call('GET /halted/v1/dogs', { headers: { Accept: 'application/xml' } }),
    expected: refused('api_blocked', { headers: vary, accept: 'application/xml' }),
  },
];

const deprecated: readonly BlackBoxCase[] = [
  {
    name: 'a deprecated version says so',
    bytes: call('GET /aged/v1/dogs', walker),
    expected: passed('production GET /aged/dogs', { headers: { ...vary, ...deprecation } }),
  },
  {
    name: 'a deprecated version with only a date',
    bytes: call('GET /ageless/v1/dogs', walker),
    expected: passed('production GET /ageless/dogs', { headers: { deprecation: '@1769817600' } }),
  },
  {
    name: 'a deprecated version says so in a refusal',
    bytes: call('GET /aged/v1/dogs'),
    expected: refused('token_missing', { headers: { ...challenge(), ...vary, ...deprecation } }),
  },
  {
    name: 'a deprecated version says so of an unknown resource',
    bytes: call('GET /aged/v1/cats', walker),
    expected: refused('resource_unknown', { headers: { ...vary, ...deprecation } }),
  },
  {
    name: 'a deprecated version says so of an undeclared method',
    bytes: call('PUT /aged/v1/dogs', walker),
    expected: refused('method_not_allowed', {
      headers: { ...vary, ...deprecation, allow: 'GET, POST, HEAD, OPTIONS' },
    }),
  },
  {
    name: 'a deprecated version says so to applications without a subscription',
    bytes: call('GET /aged/v1/dogs', { as: 'stranger' }),
    expected: refused('not_subscribed', { headers: { ...vary, ...deprecation } }),
  },
  {
    name: 'a deprecated version says so to a preflight',
    bytes: call('OPTIONS /aged/v1/dogs', {
      headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
    }),
    expected: answered(200, {
      headers: {
        ...vary,
        ...deprecation,
        allow: 'GET, POST, HEAD',
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'ETag',
        'access-control-allow-headers': 'Authorization, Content-Type',
        'access-control-allow-methods': 'GET, POST, HEAD',
        'access-control-max-age': '600',
      },
    }),
  },
  {
    name: 'what an upstream says of its deprecation gives way',
    bytes: call('GET /aged/v1/answers/deprecated', walker),
    expected: passed('production GET /aged/answers/deprecated', {
      headers: { ...vary, ...deprecation },
      body: 'own',
      type: null,
    }),
  },
];

/** Each as a target, a version in the header, and what comes of it: a path at the upstream or an error. */
const versions = {
  url: [
    ['/versions/v2/dogs', undefined, '/versions-v2/dogs'],
    ['/versions/v9/dogs', undefined, '/versions-v9/dogs'],
    ['/versions/v9/dogs', 'v2', '/versions-v9/dogs'],
    ['/versions/v1/dogs', undefined, 'api_retired'],
    ['/versions/v12/dogs', undefined, 'api_unknown'],
    ['/versions/v3/dogs', undefined, 'api_unknown'],
    ['/versions/dogs', 'v9', 'api_unknown'],
    ['/versions/dogs', undefined, 'api_unknown'],
  ],
  header: [
    ['/versions/dogs', 'v2', '/versions-v2/dogs'],
    ['/versions/dogs', 'v9', '/versions-v9/dogs'],
    ['/versions/dogs', 'v1', 'api_retired'],
    ['/versions/dogs', 'v12', 'api_unknown'],
    ['/versions/dogs', 'v3', 'api_unknown'],
    ['/versions/dogs', '', 'api_unknown'],
    ['/versions/dogs', 'V9', 'api_unknown'],
    ['/versions/dogs', undefined, 'version_missing'],
    ['/versions/v9/dogs', 'v9', 'resource_unknown'],
    ['/versions', undefined, 'version_missing'],
    ['/cats/dogs', undefined, 'api_unknown'],
    ['/cats/dogs', 'v9', 'api_unknown'],
  ],
  hybrid: [
    ['/versions/v2/dogs', undefined, '/versions-v2/dogs'],
    ['/versions/v2/dogs', 'v2', '/versions-v2/dogs'],
    ['/versions/v2/dogs', 'v9', 'version_conflict'],
    ['/versions/v1/dogs', undefined, 'api_retired'],
    ['/versions/dogs', 'v2', '/versions-v2/dogs'],
    ['/versions/dogs', 'v9', '/versions-v9/dogs'],
    ['/versions/dogs', undefined, '/versions-v9/dogs'],
    ['/versions/dogs', 'v1', 'api_retired'],
    ['/versions/dogs', 'v12', 'api_unknown'],
    ['/versions/dogs', 'v3', 'api_unknown'],
    ['/versions/v12/dogs', undefined, 'resource_unknown'],
    ['/cats/v1/dogs', undefined, 'api_unknown'],
  ],
} as const;

type Style = keyof typeof versions;

const inStyle = (style: Style): readonly BlackBoxCase[] =>
  versions[style].map(([target, version, outcome]) => ({
    name: `with versions by ${style}, ${target} with ${version ?? 'no'} version in a header`,
    style,
    bytes: call(`GET ${target}`, {
      ...walker,
      headers: version === undefined ? {} : { 'API-Version': version },
    }),
    expected: outcomeOf(outcome, style, version),
  }));

function outcomeOf(outcome: string, style: Style, version: string | undefined): BlackBoxCase['expected'] {
  const named = style === 'url' || /^(api_unknown|version_)/.test(outcome) ? {} : { vary: 'API-Version' };
  if (!outcome.startsWith('/')) return refused(outcome as 'api_unknown', { headers: named });
  const aged = outcome.startsWith('/versions-v2') ? { deprecation: '@1769817600' } : {};
  return passed(`production GET ${outcome}`, {
    headers: { ...named, ...aged },
    sent: version === undefined ? {} : { 'api-version': version },
  });
}

/** What states of an API mean to callers, and how they name a version. */
export const lifecycleCases: readonly BlackBoxCase[] = [
  ...states,
  ...deprecated,
  ...inStyle('url'),
  ...inStyle('header'),
  ...inStyle('hybrid'),
];
