import fc from 'fast-check';
import { rawGet } from '../runtime/send-raw.ts';

/** Requests, byte for byte, each for a connection of its own; `TOKEN` is where an access token belongs. */
export const oddRequests = (count: number): readonly string[] =>
  fc.sample(fc.oneof(odd(apiTargets), odd(ownTargets), oddForm()), { numRuns: count, seed: 34 });

const basic = (text: string) => `Authorization: Basic ${Buffer.from(text, 'latin1').toString('base64')}`;
const secret = 'Z0ECO6NuVAdcttRKnoTZZ2aqIN3vwtet5WIBDROoH88';

const apiTargets = [
  '/dog_park/v1/dogs',
  '/dog_park/v2/dogs',
  '/library_catalog/v1/books',
  '/course_enrollments/1',
];
const ownTargets = [
  '/',
  '/authorize',
  '/health',
  '/store',
  '/store/apis/dog_park/v1',
  '/store/apis/dog_park/v1/reference',
  '/store/applications',
  '/store/sign-in',
  '/oauth2/jwks',
  '/token',
  '/.well-known/oauth-authorization-server',
];

/** Pieces that something on the way decodes, parses, compares or constructs from. */
const pieces = [
  '%',
  '%2',
  '%zz',
  '%ff',
  '%C0%AE',
  '%C0%AF',
  '%ED%A0%80',
  '%00',
  '%2F',
  '%2e%2e',
  '/../',
  '//',
  ';a=b',
  '[',
  '(',
  '{',
  '"',
  '\\',
  '+',
  'é',
  '7',
  'a',
  '1e400',
  '-0',
  '99999999999999999999',
  '2026-02-30',
  '=',
  '&',
  ',',
];

const text = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join(''));

const names = [
  'limit',
  'offset',
  'sort',
  'q',
  'filter',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'page',
  'return',
];
const query = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...names), text), text), { maxLength: 3 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));

const credentials = [
  'Authorization: Bearer TOKEN',
  'Authorization: Bearer TOKEN',
  'Authorization: Bearer a.b.c',
  'Authorization: Bearer eyJhbGciOiJub25lIn0.e30.',
  'Authorization: bearer  TOKEN',
  'Authorization: Basic %%%',
  basic('kennel-sync-production:%'),
  basic(`kennel-sync-production:${secret}`),
];

const headers = fc.array(
  fc.oneof(
    fc.constantFrom(
      'Accept: text/html',
      'Accept: application/xml;q=0.5, */*;q=nan',
      'Accept: ]',
      'Accept-Language: *-1',
      'API-Version: v9',
      'Cookie: gatewright-session=%; theme="',
      'If-None-Match: "',
      'Origin: http://[',
      'Origin: https://app.example.edu',
      'Range: bytes=-',
      'traceparent: 00-zz',
      'X-Forwarded-For: [::',
      'X-HTTP-Method-Override: DELETE',
      'Expect: 200-maybe',
      'Sec-Fetch-Dest: document',
    ),
    text.map((value) => `X-Odd: ${value}`),
  ),
  { maxLength: 3 },
);

function odd(targets: readonly string[]): fc.Arbitrary<string> {
  const target = fc
    .tuple(fc.constantFrom(...targets), fc.option(text), fc.option(query))
    .map(
      ([path, more, search]) =>
        path + (more === null ? '' : `/${more}`) + (search === null ? '' : `?${search}`),
    );
  const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'DELETE', 'PROPFIND');
  return fc
    .tuple(method, target, fc.option(fc.constantFrom(...credentials), { freq: 6 }), headers)
    .map(([verb, path, credential, more]) =>
      rawGet(path, ...(credential === null ? [] : [credential]), ...more).replace('GET', verb),
    );
}

/** A form or another body that one of the endpoints of the authorization server reads. */
function oddForm(): fc.Arbitrary<string> {
  const endpoint = fc.constantFrom(
    '/token',
    '/oauth2/token',
    '/oauth2/revoke',
    '/oauth2/introspect',
    '/authorize',
    '/store/sign-in',
  );
  const type = fc.constantFrom(
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded;charset=UTF-8',
    'application/x-www-form-urlencoded;charset="',
    'application/json',
    'multipart/form-data; boundary=',
    'text',
  );
  const client = fc.constantFrom(
    basic(`kennel-sync-production:${secret}`),
    basic('100%:x'),
    basic('kennel-sync-production:%C0%AF'),
    basic('no colon'),
    basic('kennel-sync-production:wrong'),
    'Authorization: Basic',
    'X-None: 1',
  );
  const grant = fc.constantFrom(
    'client_credentials',
    'password',
    'refresh_token',
    'authorization_code',
    '%',
    'none',
  );
  const field = fc.tuple(
    fc.oneof(
      fc.constantFrom('scope', 'token', 'code', 'assertion', 'username', 'grant_type', 'resource'),
      text,
    ),
    text,
  );
  return fc
    .tuple(endpoint, type, client, grant, fc.array(field, { maxLength: 2 }))
    .map(([path, contentType, credential, grantType, fields]) => {
      const form = [['grant_type', grantType], ...fields]
        .map(([name, value]) => `${name}=${value}`)
        .join('&');
      const body = Buffer.from(form, 'latin1').toString('latin1');
      const lengths = [`Content-Type: ${contentType}`, `Content-Length: ${body.length}`];
      return rawGet(path, credential, ...lengths).replace('GET', 'POST') + body;
    });
}
