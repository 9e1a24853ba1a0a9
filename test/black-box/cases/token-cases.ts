import { call, challenge, invalidToken, passed, refused, type BlackBoxCase } from '../black-box-case.ts';

const vary = { vary: 'Origin' };
const origin = 'https://walker.example.edu';
const varied = { vary: 'API-Version, Origin' };
const readable = {
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'ETag',
  ...varied,
};
const missing = refused('token_missing', { headers: { ...challenge(), ...vary } });
const invalid = refused('token_invalid', { headers: { ...invalidToken, ...vary } });
const ambiguous = refused('token_ambiguous', {
  headers: { ...challenge(', error="invalid_request"'), ...vary },
});
const line = 'GET /park/v1/dogs';
const fromProduction = passed('production GET /park/dogs', { headers: vary });

const authorizations: readonly BlackBoxCase[] = (
  [
    ['Basic YTpi', missing],
    ['Digest username="a"', missing],
    ['', missing],
    ['Bearer', invalid],
    ['Bearer ', invalid],
    ['Bearer a b', invalid],
    ['Bearer {token:walker} x', invalid],
    ['bearer xyz', invalid],
    ['Bearer xyz', invalid],
    ['Bearer a.b.c', invalid],
    ['Bearer ..', invalid],
    ['Bearer null', invalid],
    ['Bearer={token:walker}', missing],
    ['{token:walker}', missing],
    ['Token {token:walker}', missing],
    ['bearer {token:walker}', fromProduction],
    ['BEARER {token:walker}', fromProduction],
  ] as const
).map(([authorization, expected]) => ({
  name: `with "Authorization: ${authorization}"`,
  bytes: call(line, { headers: { Authorization: authorization } }),
  expected,
}));

const forged: readonly BlackBoxCase[] = [
  'expired',
  'without expiry',
  'without an identifier',
  'without a subject',
  'without a time of issue',
  'without a client',
  'without a key set',
  'of an unknown key set',
  'of the other key set',
  'of an undeclared client',
  'of a client named like a member of objects',
  'of another issuer',
  'without an issuer',
  'for another audience',
  'without an audience',
  'not yet valid',
  'of the console',
  'of another type',
  'about a caller',
  'without a type',
  'without a key',
  'of an unknown key',
  'with a critical header',
  'by another key',
  'without a signature',
  'with algorithm none',
  'with changed claims',
  'with padding',
  'with a fourth part',
  'signed with its public key',
].map((name) => ({
  name: `a token ${name} is invalid`,
  bytes: call(line, { as: name }),
  expected: invalid,
}));

const accepted: readonly BlackBoxCase[] = ['as issued', 'of the full type', 'for several audiences'].map(
  (name) => ({
    name: `a token ${name} is valid`,
    bytes: call(line, { as: name }),
    expected: fromProduction,
  }),
);

const elsewhere: readonly BlackBoxCase[] = [
  {
    name: 'no token',
    bytes: call(line),
    expected: missing,
  },
  {
    name: 'a token in the query alone is none',
    bytes: call('GET /park/v1/dogs?access_token={token:walker}'),
    expected: missing,
  },
  {
    name: 'a token in the query beside one in the header',
    bytes: call('GET /park/v1/dogs?a=b&access_token=x', { as: 'walker' }),
    expected: ambiguous,
  },
  {
    name: 'two Authorization headers',
    bytes: call(line, {
      headers: { Authorization: ['Bearer {token:walker}', 'Bearer {token:walker}'] },
    }),
    expected: ambiguous,
  },
  {
    name: 'two Authorization headers, the first one of another scheme',
    bytes: call(line, { headers: { Authorization: ['Basic YTpi', 'Bearer {token:walker}'] } }),
    expected: ambiguous,
  },
  {
    name: 'a token in Proxy-Authorization is none',
    bytes: call(line, { headers: { 'Proxy-Authorization': 'Bearer {token:walker}' } }),
    expected: missing,
  },
  {
    name: 'a token in X-Authorization is none',
    bytes: call(line, { headers: { 'X-Authorization': 'Bearer {token:walker}' } }),
    expected: missing,
  },
  {
    name: 'a token in a cookie is none',
    bytes: call(line, { headers: { Cookie: 'access_token={token:walker}' } }),
    expected: missing,
  },
  {
    name: 'a token of an application whose tokens were ended',
    bytes: call(line, { as: 'renewed' }),
    expected: invalid,
  },
  {
    name: 'a missing token before an unknown resource',
    bytes: call('GET /park/v1/cats'),
    expected: missing,
  },
  {
    name: 'a missing token before an undeclared method',
    bytes: call('DELETE /park/v1/dogs'),
    expected: missing,
  },
  {
    name: 'an invalid token before an unknown resource',
    bytes: call('GET /park/v1/cats', { as: 'expired' }),
    expected: invalid,
  },
  {
    name: 'a refusal in XML for those who ask',
    bytes: call(line, { headers: { Accept: 'text/xml' } }),
    expected: refused('token_missing', { headers: { ...challenge(), ...vary }, accept: 'text/xml' }),
  },
  {
    name: 'a refusal in JSON for those who accept anything else',
    bytes: call(line, { headers: { Accept: 'image/png' } }),
    expected: missing,
  },
];

/** The answers of a gateway that declares 401 for calls without a valid token, and of no other ones. */
const declaredStatus: readonly BlackBoxCase[] = [
  {
    name: 'no token, with 401',
    bytes: call(line),
    expected: refused('token_missing', { status: 401, headers: { ...challenge(), ...varied } }),
  },
  {
    name: 'no token, with 401 that a page may read',
    bytes: call(line, { headers: { Origin: origin } }),
    expected: refused('token_missing', { status: 401, headers: { ...challenge(), ...readable } }),
  },
  {
    name: 'no token, with 401 in XML',
    bytes: call(line, { headers: { Accept: 'text/xml' } }),
    expected: refused('token_missing', {
      status: 401,
      headers: { ...challenge(), ...varied },
      accept: 'text/xml',
    }),
  },
  {
    name: 'an invalid token, with 401',
    bytes: call(line, { as: 'expired' }),
    expected: refused('token_invalid', { status: 401, headers: { ...invalidToken, ...varied } }),
  },
  {
    name: 'an ambiguous token, as ever',
    bytes: call(`${line}?access_token=x`, { as: 'walker' }),
    expected: refused('token_ambiguous', {
      headers: { ...challenge(', error="invalid_request"'), ...varied },
    }),
  },
  {
    name: 'no subscription, as ever',
    bytes: call(line, { as: 'stranger' }),
    expected: refused('not_subscribed', { headers: varied }),
  },
].map((each) => ({ ...each, style: 'hybrid' as const }));

/** Who is let in: only with a token of the key manager, in the one place for it (RFC 6750, RFC 9068). */
export const tokenCases: readonly BlackBoxCase[] = [
  ...authorizations,
  ...forged,
  ...accepted,
  ...elsewhere,
  ...declaredStatus,
];
