import { call, failed, passed, refused, type BlackBoxCase } from '../black-box-case.ts';

const vary = { vary: 'Origin' };
const walker = { as: 'walker' };
const origin = 'https://walker.example.edu';
const shared = { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'ETag', ...vary };
const inPark = { headers: vary };

/** Upstreams that cannot be reached, or whose answers cannot be passed on. */
export const failureCases: readonly BlackBoxCase[] = [
  {
    name: 'an upstream that is not there',
    bytes: call('GET /closed/v1/dogs', walker),
    expected: refused('upstream_unreachable', inPark),
  },
  {
    name: 'an upstream that is not there, for a POST',
    bytes: call('POST /closed/v1/dogs', { ...walker, body: 'x' }),
    expected: refused('upstream_unreachable', inPark),
  },
  {
    name: 'an upstream that is not there, for a page of an allowed origin',
    bytes: call('GET /closed/v1/dogs', { ...walker, headers: { Origin: origin } }),
    expected: refused('upstream_unreachable', { headers: shared }),
  },
  {
    name: 'an upstream that is not there, for those who ask for XML',
    bytes: call('GET /closed/v1/dogs', { ...walker, headers: { Accept: 'application/xml' } }),
    expected: refused('upstream_unreachable', { headers: vary, accept: 'application/xml' }),
  },
  {
    name: 'an upstream whose name is unknown',
    bytes: call('GET /nowhere/v1/dogs', walker),
    expected: refused('upstream_unavailable'),
  },
  {
    name: 'an upstream that ends the connection of a GET',
    bytes: call('GET /park/v1/answers/reset', walker),
    asksVary: true,
    expected: failed(refused('upstream_unreachable', inPark), 'production GET /park/answers/reset'),
  },
  {
    name: 'an upstream that ends the connection of a POST is not asked again',
    bytes: call('POST /park/v1/answers/reset', walker),
    expected: failed(refused('upstream_unreachable', inPark), 'production POST /park/answers/reset'),
  },
  {
    name: 'an upstream that does not speak HTTP',
    bytes: call('GET /patient/v1/answers/mail', walker),
    expected: failed(refused('upstream_invalid'), 'production GET /patient/answers/mail'),
  },
  {
    name: 'an upstream that answers with a status that does not exist',
    bytes: call('GET /patient/v1/answers/odd', walker),
    expected: failed(refused('upstream_invalid'), 'production GET /patient/answers/odd'),
  },
  {
    name: 'an upstream that answers with headers beyond 16 KiB',
    bytes: call('GET /patient/v1/answers/long', walker),
    expected: failed(refused('upstream_invalid'), 'production GET /patient/answers/long'),
  },
  {
    name: 'an upstream that answers with 150 headers',
    bytes: call('GET /patient/v1/answers/many', walker),
    expected: passed('production GET /patient/answers/many', {
      body: 'own',
      type: null,
      headers: Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`x-${at}`, '1'])),
    }),
  },
  {
    name: 'an upstream that never answers a GET',
    bytes: call('GET /patient/v1/answers/never', walker),
    expected: failed(refused('upstream_timeout'), 'production GET /patient/answers/never'),
  },
  {
    name: 'an upstream that never answers a POST',
    bytes: call('POST /patient/v1/answers/never', walker),
    expected: failed(refused('upstream_timeout'), 'production POST /patient/answers/never'),
  },
  {
    name: 'an upstream that answers in time',
    bytes: call('GET /patient/v1/answers/200', walker),
    expected: passed('production GET /patient/answers/200', { body: 'own', type: 'text/plain' }),
  },
  {
    name: 'a refusal before an upstream that is not there',
    bytes: call('GET /closed/v1/cats', walker),
    expected: refused('resource_unknown', inPark),
  },
];
