import { call, challenge, passed, refused, type BlackBoxCase, type Headers } from '../black-box-case.ts';

const walker = { as: 'walker' };
const json = { 'Content-Type': 'application/json' };

const post = (name: string, body: string, headers: Headers, expected: BlackBoxCase['expected']) => ({
  name,
  bytes: call('POST /checked/v1/dogs', { ...walker, body, headers }),
  expected,
});

const get = (name: string, target: string, headers: Headers, expected: BlackBoxCase['expected']) => ({
  name,
  bytes: call(`GET /checked/v1${target}`, { ...walker, headers }),
  expected,
});

const notAnInteger = 'The query parameter `limit` is not an integer.';
const rex = '{"name":"Rex"}';

/** Requests of an API that is validated. */
export const validationCases: readonly BlackBoxCase[] = [
  post(
    'a valid body',
    rex,
    json,
    passed('production POST /checked/dogs', { sent: { 'content-type': 'application/json' }, sentBody: rex }),
  ),
  post(
    'a body that violates its schema',
    '{"name":1}',
    json,
    refused('validation_failed', { errors: ['The body at `/name` must be a string.'] }),
  ),
  post(
    'a body with an undeclared member',
    '{"name":"Rex","age":1}',
    json,
    refused('validation_failed', { errors: ['The body must not have `age`.'] }),
  ),
  post(
    'a body that is not JSON',
    '{"name":',
    json,
    refused('body_malformed', { errors: ['The body is not valid JSON.'] }),
  ),
  post(
    'a body of another media type',
    rex,
    { 'Content-Type': 'text/plain' },
    refused('media_type_unsupported', {
      headers: { accept: 'application/json' },
      errors: ['The operation accepts a body with one of these media types: application/json.'],
    }),
  ),
  post('a body that is too large', `{"name":"${'x'.repeat(80)}"}`, json, refused('body_too_large')),
  post('an empty body', '', {}, refused('parameters_insufficient', { errors: ['The body is missing.'] })),
  {
    name: 'a body in chunks that violates its schema',
    bytes: `${call('POST /checked/v1/dogs', {
      ...walker,
      headers: { ...json, 'Transfer-Encoding': 'chunked' },
    })}a\r\n{"name":1}\r\n0\r\n\r\n`,
    expected: refused('validation_failed', { errors: ['The body at `/name` must be a string.'] }),
  },
  get('a valid query', '/dogs?limit=2', {}, passed('production GET /checked/dogs?limit=2')),
  get(
    'a query of another type',
    '/dogs?limit=many',
    {},
    refused('parameters_malformed', { errors: [notAnInteger] }),
  ),
  get(
    'a query beyond its maximum',
    '/dogs?limit=11',
    {},
    refused('validation_failed', { errors: ['The query parameter `limit` must be at most 10.'] }),
  ),
  get(
    'a header that is not allowed',
    '/dogs',
    { 'X-Kennel': 'east' },
    refused('validation_failed', { errors: ['The header `X-Kennel` must be one of north, south.'] }),
  ),
  get(
    'a refusal in XML',
    '/dogs?limit=many',
    { Accept: 'application/xml' },
    refused('parameters_malformed', { accept: 'application/xml', errors: [notAnInteger] }),
  ),
  {
    name: 'a call without a token is refused for that',
    bytes: call('GET /checked/v1/dogs?limit=many'),
    expected: refused('token_missing', { status: 401, headers: challenge() }),
  },
  {
    name: 'a call without a subscription is refused for that',
    bytes: call('GET /checked/v1/dogs?limit=many', { as: 'stranger' }),
    expected: refused('not_subscribed'),
  },
  {
    name: 'a call with the other keys',
    bytes: call('GET /checked/v1/dogs', { as: 'walker-sandbox' }),
    expected: passed('sandbox GET /checked/dogs'),
  },
];

const sends = (name: string, headers: Headers, sent: Headers = {}, received: Headers = {}): BlackBoxCase => ({
  name,
  bytes: call('GET /park/v1/dogs', { ...walker, headers }),
  expected: passed('production GET /park/dogs', { sent, headers: received }),
});

const porch = (name: string, forwarded: string, expected: BlackBoxCase['expected']): BlackBoxCase => ({
  name,
  bytes: call('GET /porch/v1/dogs', { headers: { 'X-Forwarded-For': forwarded } }),
  expected,
});

const limited = (left: number, forwarded: string) =>
  passed('production GET /porch/dogs', {
    sent: { 'x-forwarded-for': `${forwarded}, 127.0.0.1` },
    headers: {
      'content-security-policy': 'sandbox',
      ratelimit: `"address";r=${left};t=43200`,
      'ratelimit-policy': '"address";q=2;w=86400',
    },
  });

/** Calls that a trusted proxy forwards, which says where they come from. */
export const proxyCases: readonly BlackBoxCase[] = [
  sends('a call of the proxy itself', {}),
  sends(
    'X-Forwarded-For is continued',
    { 'X-Forwarded-For': '203.0.113.9' },
    { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' },
  ),
  sends('X-Forwarded-Proto is believed', { 'X-Forwarded-Proto': 'http' }, { 'x-forwarded-proto': 'http' }),
  sends(
    'X-Forwarded-Host is believed',
    { 'X-Forwarded-Host': 'a.example.edu' },
    { 'x-forwarded-host': 'a.example.edu' },
  ),
  sends('X-Forwarded-Prefix is believed', { 'X-Forwarded-Prefix': '/a' }, { 'x-forwarded-prefix': '/a' }),
  sends('X-Real-IP is believed', { 'X-Real-IP': '203.0.113.9' }, { 'x-real-ip': '203.0.113.9' }),
  sends(
    'X-Request-ID is believed',
    { 'X-Request-ID': 'of-proxy' },
    { 'x-request-id': 'of-proxy' },
    { 'x-request-id': 'of-proxy' },
  ),
  sends(
    'Forwarded is continued',
    { Forwarded: 'for=203.0.113.9' },
    { forwarded: 'for=203.0.113.9, for=127.0.0.1' },
  ),
  sends('X_Forwarded_For is not believed', { X_Forwarded_For: '6.6.6.6' }),
  sends('x_real_ip is not believed', { x_real_ip: '6.6.6.6' }),
  sends('X-Gatewright-Proto is not believed', { 'X-Gatewright-Proto': 'gopher' }),
  porch('a public call of an address', '203.0.113.1', limited(1, '203.0.113.1')),
  porch('another call of the address', '203.0.113.1', limited(0, '203.0.113.1')),
  porch('a public call of another address', '203.0.113.2', limited(1, '203.0.113.2')),
  porch(
    'a public call of an address that claims to have come from another',
    '6.6.6.6, 203.0.113.1',
    refused('rate_limited', {
      headers: {
        'content-security-policy': 'sandbox',
        ratelimit: '"address";r=0;t=43200',
        'ratelimit-policy': '"address";q=2;w=86400',
        'retry-after': '43200',
      },
    }),
  ),
];
