import { call, passed, refused, type BlackBoxCase, type Headers } from '../black-box-case.ts';

/** The fields of a limit of two calls an hour (draft-ietf-httpapi-ratelimit-headers). */
function fields(name: string, left: number, headers: Headers = {}): Headers {
  return { 'ratelimit-policy': `"${name}";q=2;w=3600`, ratelimit: `"${name}";r=${left};t=1800`, ...headers };
}

const limited = (name: string, headers: Headers = {}) =>
  refused('rate_limited', { headers: fields(name, 0, { 'retry-after': '1800', ...headers }) });

/** The cases of a file are sent in their order, and each counts for those after it. */
export const limitCases: readonly BlackBoxCase[] = [
  {
    name: 'the first call of a subscription with two calls',
    bytes: call('GET /rationed/v1/dogs', { as: 'walker' }),
    expected: passed('production GET /rationed/dogs', { headers: fields('subscription', 1) }),
  },
  {
    name: 'a refused call does not count',
    bytes: call('GET /rationed/v1/cats', { as: 'walker' }),
    before: 3,
    expected: refused('resource_unknown'),
  },
  {
    name: 'the second call, with the other keys',
    bytes: call('GET /rationed/v1/dogs', { as: 'walker-sandbox' }),
    expected: passed('sandbox GET /rationed/dogs', { headers: fields('subscription', 0) }),
  },
  {
    name: 'the third call',
    bytes: call('GET /rationed/v1/dogs', { as: 'walker' }),
    expected: limited('subscription'),
  },
  {
    name: 'the third call, with a limit and a name of its own',
    bytes: call('GET /rationed/v1/dogs', {
      as: 'walker',
      headers: {
        'x-gatewright-limit-subscription': '1000/second/1000',
        'x-gatewright-subject-subscription': 'somebody Rationed/v1',
      },
    }),
    expected: limited('subscription'),
  },
  {
    name: 'the third call of another operation',
    bytes: call('POST /rationed/v1/dogs', { as: 'walker', body: 'x' }),
    expected: limited('subscription'),
  },
  {
    name: 'an unknown resource, when nothing is left',
    bytes: call('GET /rationed/v1/cats', { as: 'walker' }),
    expected: refused('resource_unknown'),
  },
  {
    name: 'another subscription to the same API',
    bytes: call('GET /rationed/v1/dogs', { as: 'reader' }),
    before: 1,
    expected: passed('production GET /rationed/dogs', { headers: fields('subscription', 0) }),
  },
  {
    name: 'a burst of one call',
    bytes: call('GET /rationed/v1/dogs', { as: 'hurried' }),
    expected: passed('production GET /rationed/dogs', {
      headers: {
        'ratelimit-policy': '"subscription";q=60;w=3600;gatewright-burst=1',
        ratelimit: '"subscription";r=0;t=60',
      },
    }),
  },
  {
    name: 'more than the burst',
    bytes: call('GET /rationed/v1/dogs', { as: 'hurried' }),
    expected: refused('rate_limited', {
      headers: {
        'ratelimit-policy': '"subscription";q=60;w=3600;gatewright-burst=1',
        ratelimit: '"subscription";r=0;t=60',
        'retry-after': '60',
      },
    }),
  },
  {
    name: 'the first call of an application with two calls',
    bytes: call('GET /park/v1/dogs', { as: 'metered' }),
    expected: passed('production GET /park/dogs', { headers: fields('application', 1, { vary: 'Origin' }) }),
  },
  {
    name: 'its second call, of another API',
    bytes: call('GET /meadow/v1/dogs', { as: 'metered-sandbox' }),
    expected: passed('sandbox GET /meadow/dogs', {
      headers: fields('application', 0, { 'access-control-allow-origin': '*' }),
    }),
  },
  {
    name: 'its third call',
    bytes: call('GET /park/v1/dogs', { as: 'metered' }),
    expected: limited('application', { vary: 'Origin' }),
  },
  {
    name: 'its third call, for a page of an allowed origin',
    bytes: call('GET /park/v1/dogs', {
      as: 'metered',
      headers: { Origin: 'https://walker.example.edu' },
    }),
    expected: limited('application', {
      vary: 'Origin',
      'access-control-allow-origin': 'https://walker.example.edu',
      'access-control-expose-headers': 'ETag',
    }),
  },
  {
    name: 'the first call of an API with two calls',
    bytes: call('GET /ceiling/v1/dogs', { as: 'walker' }),
    expected: passed('production GET /ceiling/dogs', { headers: fields('api', 1) }),
  },
  {
    name: 'the second call, of another application',
    bytes: call('GET /ceiling/v1/dogs/7', { as: 'reader' }),
    expected: passed('production GET /ceiling/dogs/7', { headers: fields('api', 0) }),
  },
  {
    name: 'the third call of an API with two calls',
    bytes: call('GET /ceiling/v1/dogs', { as: 'walker' }),
    expected: limited('api'),
  },
  {
    name: 'a call without a token, when nothing is left of an API',
    bytes: call('GET /ceiling/v1/dogs'),
    expected: refused('token_missing', {
      headers: { 'www-authenticate': 'Bearer realm="https://gateway.example.edu"' },
    }),
  },
  {
    name: 'the second call of an operation with two calls',
    bytes: call('POST /narrow/v1/dogs', { as: 'walker', body: 'x' }),
    before: 1,
    expected: passed('production POST /narrow/dogs', { headers: fields('operation', 0), sentBody: 'x' }),
  },
  {
    name: 'the third call of an operation with two calls, of another application',
    bytes: call('POST /narrow/v1/dogs', { as: 'reader', body: 'x' }),
    expected: limited('operation'),
  },
  {
    name: 'another operation of the same API',
    bytes: call('GET /narrow/v1/dogs', { as: 'walker' }),
    expected: passed('production GET /narrow/dogs'),
  },
  {
    name: 'the second public call of an address with two calls',
    bytes: call('GET /porch/v1/dogs'),
    before: 1,
    expected: passed('production GET /porch/dogs', {
      headers: fields('address', 0, { 'content-security-policy': 'sandbox' }),
    }),
  },
  {
    name: 'the third public call of an address with two calls',
    bytes: call('GET /porch/v1/dogs'),
    expected: limited('address', { 'content-security-policy': 'sandbox' }),
  },
  {
    name: 'the third public call of an address that says it is another one',
    bytes: call('GET /porch/v1/dogs', { headers: { 'X-Forwarded-For': '6.6.6.6' } }),
    expected: limited('address', { 'content-security-policy': 'sandbox' }),
  },
  {
    name: 'a protected operation, when nothing is left to the address',
    bytes: call('POST /porch/v1/dogs', { as: 'walker', body: 'x' }),
    expected: passed('production POST /porch/dogs', { sentBody: 'x' }),
  },
];
