import {
  answered,
  call,
  challenge,
  passed,
  refused,
  type BlackBoxCase,
  type Headers,
} from '../black-box-case.ts';

const origin = 'https://walker.example.edu';
const evil = 'https://evil.example.com';
const vary = { vary: 'Origin' };
const shared = { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'ETag', ...vary };
/** Of a whole API, since a page may ask for any of its resources. */
const answerWith = (allow: string) => ({
  allow,
  'access-control-allow-headers': 'Authorization, Content-Type',
  'access-control-allow-methods': allow,
  'access-control-max-age': '600',
});
const answerOfPreflight = answerWith('GET, POST, DELETE, PATCH, PUT, HEAD, OPTIONS');
const withoutOrigin = { ...vary, ...answerOfPreflight };

function preflight(target: string, from: string, headers: Headers = {}): string {
  return call(`OPTIONS ${target}`, {
    headers: { Origin: from, 'Access-Control-Request-Method': 'POST', ...headers },
  });
}

const preflights: readonly BlackBoxCase[] = [
  {
    name: 'a preflight of an allowed origin needs no token',
    bytes: preflight('/park/v1/dogs', origin),
    expected: answered(200, { headers: { ...shared, ...answerOfPreflight } }),
  },
  {
    name: 'a preflight of the second allowed origin',
    bytes: preflight('/park/v1/dogs', 'https://second.example.edu'),
    expected: answered(200, {
      headers: {
        ...shared,
        ...answerOfPreflight,
        'access-control-allow-origin': 'https://second.example.edu',
      },
    }),
  },
  {
    name: 'a preflight that names headers',
    bytes: preflight('/park/v1/dogs', origin, { 'Access-Control-Request-Headers': 'authorization' }),
    expected: answered(200, { headers: { ...shared, ...answerOfPreflight } }),
  },
  {
    name: 'a preflight of an unknown resource',
    bytes: preflight('/park/v1/cats', origin),
    expected: answered(200, { headers: { ...shared, ...answerOfPreflight } }),
  },
  {
    name: 'a preflight of an API for every origin',
    bytes: preflight('/meadow/v1/dogs', evil),
    expected: answered(200, {
      headers: { ...answerWith('GET, POST, HEAD'), 'access-control-allow-origin': '*' },
    }),
  },
  {
    name: 'a preflight of an API without origins',
    bytes: preflight('/real/v1/dogs', origin),
    expected: answered(200, { headers: { allow: 'GET, POST, HEAD' } }),
  },
  {
    name: 'a preflight of an unknown API',
    bytes: preflight('/cats/v1/dogs', origin),
    expected: refused('api_unknown'),
  },
  {
    name: 'a preflight of a blocked API',
    bytes: preflight('/halted/v1/dogs', origin),
    expected: refused('api_blocked', { headers: shared }),
  },
  {
    name: 'a preflight of a retired API',
    bytes: preflight('/old/v1/dogs', origin),
    expected: refused('api_retired'),
  },
  {
    name: 'a preflight of an operation that declares OPTIONS does not reach the upstream',
    bytes: preflight('/park/v1/own_options', origin),
    expected: answered(200, { headers: { ...shared, ...answerOfPreflight } }),
  },
];

/** None of these may reach the upstream, whatever the answer says. */
const disallowed: readonly BlackBoxCase[] = [
  evil,
  'null',
  `${origin}.evil.example.com`,
  `${origin}:8443`,
  'http://walker.example.edu',
  'https://WALKER.example.edu',
  `${origin}/`,
  'https://evil.example.com/https://walker.example.edu',
].map((from) => ({
  name: `a preflight of the origin ${from} gets no permission`,
  bytes: preflight('/park/v1/dogs', from),
  expected: answered(200, { headers: withoutOrigin }),
}));

const withOptions: readonly BlackBoxCase[] = [
  {
    name: 'OPTIONS with an origin but no requested method is no preflight',
    bytes: call('OPTIONS /park/v1/dogs', { headers: { Origin: origin } }),
    expected: refused('token_missing', { headers: { ...challenge(), ...shared } }),
  },
  {
    name: 'OPTIONS with a requested method but no origin is no preflight',
    bytes: call('OPTIONS /park/v1/dogs', { headers: { 'Access-Control-Request-Method': 'GET' } }),
    expected: refused('token_missing', { headers: { ...challenge(), ...vary } }),
  },
  {
    name: 'a GET with the headers of a preflight is none',
    bytes: call('GET /park/v1/dogs', { headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' } }),
    expected: refused('token_missing', { headers: { ...challenge(), ...shared } }),
  },
];

const answers: readonly BlackBoxCase[] = [
  {
    name: 'an answer names an allowed origin',
    bytes: call('GET /park/v1/dogs', { as: 'walker', headers: { Origin: origin } }),
    expected: passed('production GET /park/dogs', { headers: shared, sent: { origin } }),
  },
  {
    name: 'an answer names no other origin',
    bytes: call('GET /park/v1/dogs', { as: 'walker', headers: { Origin: evil } }),
    expected: passed('production GET /park/dogs', { headers: vary, sent: { origin: evil } }),
  },
  {
    name: 'an answer of an API for every origin',
    bytes: call('GET /meadow/v1/dogs', { as: 'walker', headers: { Origin: evil } }),
    expected: passed('production GET /meadow/dogs', {
      headers: { 'access-control-allow-origin': '*' },
      sent: { origin: evil },
    }),
  },
  {
    name: 'an answer of an API without origins',
    bytes: call('GET /real/v1/dogs', { as: 'walker', headers: { Origin: origin } }),
    expected: passed('production GET /real/dogs', { sent: { origin } }),
  },
  {
    name: 'a refusal can be read by an allowed origin',
    bytes: call('GET /park/v1/dogs', { headers: { Origin: origin } }),
    expected: refused('token_missing', { headers: { ...challenge(), ...shared } }),
  },
  {
    name: 'a refusal of an unknown resource can be read by an allowed origin',
    bytes: call('GET /park/v1/cats', { as: 'walker', headers: { Origin: origin } }),
    expected: refused('resource_unknown', { headers: shared }),
  },
  {
    name: 'a refusal of an undeclared method can be read by an allowed origin',
    bytes: call('DELETE /park/v1/dogs', { as: 'walker', headers: { Origin: origin } }),
    expected: refused('method_not_allowed', { headers: { ...shared, allow: 'GET, POST, HEAD, OPTIONS' } }),
  },
  {
    name: 'a refusal of a blocked API can be read by an allowed origin',
    bytes: call('GET /halted/v1/dogs', { headers: { Origin: origin } }),
    expected: refused('api_blocked', { headers: shared }),
  },
  {
    name: 'what an upstream says of origins does not count',
    bytes: call('GET /park/v1/answers/cors', { as: 'walker', headers: { Origin: origin } }),
    expected: passed('production GET /park/answers/cors', {
      headers: { ...shared, vary: 'Accept, Origin' },
      sent: { origin },
      body: 'own',
      type: null,
    }),
  },
];

/** Which pages may call an API, and what a preflight reaches (Fetch standard). */
export const originCases: readonly BlackBoxCase[] = [
  ...preflights,
  ...disallowed,
  ...withOptions,
  ...answers,
];
