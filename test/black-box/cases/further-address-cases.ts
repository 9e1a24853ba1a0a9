import {
  answered,
  call,
  challenge,
  passed,
  refused,
  type BlackBoxCase,
  type Headers,
} from '../black-box-case.ts';

const walker = { as: 'walker' };
const vary = { vary: 'Origin' };
const origin = 'https://walker.example.edu';
const toPark = '<https://gateway.example.edu/park/v1>; rel="successor-version"';
const notice = {
  deprecation: '@1769817600',
  sunset: 'Sun, 31 Jan 2027 00:00:00 GMT',
  link: [
    '<https://parks.example.edu/addresses>; rel="deprecation"',
    '<https://parks.example.edu/addresses>; rel="sunset"',
    toPark,
  ].join(', '),
};
/** Of the version, as at its own address. */
const aged = {
  deprecation: '@1769817600',
  sunset: 'Sun, 31 Jan 2027 00:00:00 GMT',
  link: [
    '<https://parks.example.edu/moving>; rel="deprecation"',
    '<https://parks.example.edu/moving>; rel="sunset"',
    toPark,
  ].join(', '),
};

const asks = (line: string, expected: BlackBoxCase['expected'], name = line): BlackBoxCase => ({
  name,
  bytes: call(line, walker),
  expected,
});
const reaches = (target: string, resource: string, headers: Headers = vary) =>
  asks(`GET ${target}`, passed(`production GET ${resource}`, { headers }), `${target} leads to ${resource}`);

const found: readonly BlackBoxCase[] = [
  reaches('/park-service/v2/dogs', '/park/dogs'),
  reaches('/park-service/v2/dogs?a=b%2f', '/park/dogs?a=b%2f'),
  reaches('/park-service/v2', '/park/'),
  reaches('/park-service/v2/', '/park/'),
  reaches('/v1/parks/all/dogs/7', '/park/dogs/7'),
  reaches("/p!a$r&k'(s)*+,=:@~/1.0/dogs", '/park/dogs'),
  reaches('/park-service/v2/dogs/r%C3%A9x', '/park/dogs/r%C3%A9x'),
  reaches('/Old.Parks/dogs', '/park/dogs', { ...vary, ...notice }),
  reaches('/Old.Parks', '/park/', { ...vary, ...notice }),
  reaches('/aged-service/dogs', '/aged/dogs', { ...vary, ...aged }),
  reaches('/aging/dogs', '/aged/dogs', {
    ...vary,
    ...aged,
    deprecation: '@1738281600',
    sunset: 'Thu, 31 Dec 2026 00:00:00 GMT',
  }),
  reaches('/park/v1/dogs', '/park/dogs'),
];

/** Each is sent as it is written, by a caller who may call the API. */
const notFound: readonly BlackBoxCase[] = (
  [
    ['/park-service', 'api_unknown'],
    ['/park-service/v2x/dogs', 'api_unknown'],
    ['/park-service/V2/dogs', 'api_unknown'],
    ['/Park-Service/v2/dogs', 'api_unknown'],
    ['/old.parks/dogs', 'api_unknown'],
    ['/OldxParks/dogs', 'api_unknown'],
    ['/park-service/v1/dogs', 'api_unknown'],
    ['/v1/parks', 'api_unknown'],
    ['/v1/parks/allx', 'api_unknown'],
    ['/v1', 'api_unknown'],
    ['/x/park-service/v2/dogs', 'api_unknown'],
    ['/park-service/%762/dogs', 'api_unknown'],
    ['/%70ark-service/v2/dogs', 'api_unknown'],
    ['/park-service%2Fv2/dogs', 'api_unknown'],
    ['/draft-service/dogs', 'api_unknown'],
    ['/old-service/dogs', 'api_retired'],
    ['/park-service/./v2/dogs', 'path_malformed'],
    ['/park-service/v2/./dogs', 'path_malformed'],
    ['/park-service/%2e/v2/dogs', 'path_malformed'],
    ['/x/../park-service/v2/dogs', 'path_malformed'],
    ['/park-service/v2/../v2/dogs', 'path_malformed'],
    ['//park-service/v2/dogs', 'path_malformed'],
    ['/park-service//v2/dogs', 'path_malformed'],
    ['/park-service/v2//dogs', 'path_malformed'],
    ['/park-service/v2//', 'path_malformed'],
    ['/park-service\\v2/dogs', 'path_malformed'],
  ] as const
).map(([target, code]) => asks(`GET ${target}`, refused(code), `${target} is refused`));

const checked: readonly BlackBoxCase[] = [
  asks(
    'GET /park-service/v2/dogs;x/7',
    refused('path_malformed', { headers: vary }),
    'a semicolon below a further address',
  ),
  asks(
    'GET /halted-service/dogs',
    refused('api_blocked', { headers: vary }),
    'a blocked version at a further address',
  ),
  {
    name: 'a missing token at a further address',
    bytes: call('GET /Old.Parks/dogs'),
    expected: refused('token_missing', { headers: { ...challenge(), ...vary, ...notice } }),
  },
  {
    name: 'no subscription at a further address',
    bytes: call('GET /park-service/v2/dogs', { as: 'stranger' }),
    expected: refused('not_subscribed', { headers: vary }),
  },
  asks(
    'GET /Old.Parks/cats',
    refused('resource_unknown', { headers: { ...vary, ...notice } }),
    'an unknown resource at a deprecated address',
  ),
  asks(
    'PATCH /park-service/v2/dogs',
    refused('method_not_allowed', { headers: { ...vary, allow: 'GET, POST, HEAD, OPTIONS' } }),
    'an undeclared method at a further address',
  ),
  asks(
    'OPTIONS /park-service/v2/dogs',
    answered(200, { headers: { ...vary, allow: 'GET, POST, HEAD, OPTIONS' } }),
    'OPTIONS at a further address',
  ),
  {
    name: 'a preflight at a further address',
    bytes: call('OPTIONS /park-service/v2/dogs', {
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    }),
    expected: answered(200, {
      headers: {
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'ETag',
        ...vary,
        allow: 'GET, POST, DELETE, PATCH, PUT, HEAD, OPTIONS',
        'access-control-allow-headers': 'Authorization, Content-Type',
        'access-control-allow-methods': 'GET, POST, DELETE, PATCH, PUT, HEAD, OPTIONS',
        'access-control-max-age': '600',
      },
    }),
  },
  {
    name: 'a scope that is missing at a further address',
    bytes: call('DELETE /guarded-desk/v1/dogs/7', { as: 'reader' }),
    expected: refused('scope_insufficient', {
      headers: challenge(', error="insufficient_scope", scope="admin"'),
    }),
  },
  {
    name: 'a public operation at a further address',
    bytes: call('GET /lobby-desk/v1/dogs'),
    expected: passed('production GET /lobby/dogs', {
      headers: {
        ...vary,
        'content-security-policy': 'sandbox',
        ratelimit: '"address";r=PLENTY;t=1',
        'ratelimit-policy': '"address";q=100000;w=1',
      },
    }),
  },
];

/** The address names the version, whatever the style, and a header may only repeat it. */
const styles: readonly BlackBoxCase[] = (['hybrid', 'header'] as const).flatMap((style) =>
  [undefined, 'v1', 'v2', ''].map((version): BlackBoxCase => {
    const varied = { vary: 'API-Version, Origin' };
    const isNamed = version === undefined || version === 'v1';
    const sent: Headers = version === undefined ? {} : { 'api-version': version };
    return {
      name: `with versions by ${style}, a further address with ${version ?? 'no'} version in a header`,
      style,
      bytes: call('GET /park-service/v2/dogs', {
        ...walker,
        headers: version === undefined ? {} : { 'API-Version': version },
      }),
      expected: isNamed
        ? passed('production GET /park/dogs', { headers: varied, sent })
        : refused('version_conflict'),
    };
  }),
);

/** Calls at addresses that an API has beside the usual one. */
export const furtherAddressCases: readonly BlackBoxCase[] = [...found, ...notFound, ...checked, ...styles];
