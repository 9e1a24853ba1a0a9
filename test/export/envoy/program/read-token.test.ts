import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../full-run.ts';
import { runLua } from './lua-in-test.ts';

const call = await runLua(
  ['find-record.lua', 'read-token.lua', 'authenticate.lua'],
  ['decodeBase64', 'readJson', 'fails', 'isCompact', 'isAccessToken', 'hasTokenInQuery', 'claimsOf'],
  '',
  `
local function readJson(json) return (readValue(json, 1)) end
local function fails(json) return not pcall(readValue, json, 1) end
local function claimsOf(token) local _, claims = readParts(token); return claims end
`,
);

const base64 = (text: string): string => Buffer.from(text).toString('base64url');

test('base64url is decoded as Node decodes it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(call('decodeBase64', base64(text))).toEqual([text]);
    }),
    { numRuns: draws(1000) },
  );
});

test('claims are read as JSON.parse reads them, as the issuer writes them', () => {
  // No issuer escapes other characters than those that need it, and null is nothing in Lua.
  const text = fc.string({
    unit: fc.constantFrom('a', 'é', '😀', '"', '\\', '/', '\n', '\t', ' ', ',', ']', '}', ':'),
  });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.string({ unit: fc.constantFrom('a', 'b', '"', '\\') }), tie('value'), {
        maxKeys: 3,
        minKeys: 1,
        noNullPrototype: true,
      }),
    ),
  }));
  fc.assert(
    fc.property(value, (one) => {
      expect(call('readJson', JSON.stringify(one))).toEqual([one]);
      expect(call('claimsOf', `${base64('{}')}.${base64(JSON.stringify({ one }))}.x`)).toEqual([{ one }]);
    }),
    { numRuns: draws(1000) },
  );
});

test('a name that comes twice, and an escape that no issuer writes, are refused', () => {
  expect(call('fails', '{"sub":"a","sub":"b"}')).toEqual([true]);
  expect(call('fails', '{"sub":"\\u0061"}')).toEqual([true]);
  expect(call('fails', '{"sub":"a"}')).toEqual([false]);
});

test.each([
  [`a.b.${'A'.repeat(86)}`, true],
  [`a.b.${'A'.repeat(85)}B`, false],
  [`a.b.${'A'.repeat(87)}`, false],
  [`a.b.${'A'.repeat(85)}+`, false],
  [`a.b.c.${'A'.repeat(86)}`, false],
  [`a..${'A'.repeat(86)}`, false],
])('the token %s is compact: %j', (token, isCompact) => {
  expect(Boolean(call('isCompact', token)[0])).toBe(isCompact);
});

const header = { typ: 'at+jwt', alg: 'ES256', kid: 'k1' };

test.each([
  [header, true],
  [{ ...header, typ: 'application/AT+JWT' }, true],
  [{ ...header, typ: 'JWT' }, false],
  [{ ...header, typ: undefined }, false],
  [{ ...header, alg: 'HS256' }, false],
  [{ ...header, kid: '' }, false],
  [{ ...header, kid: undefined }, false],
  [{ ...header, crit: ['exp'] }, false],
])('%j is the header of an access token: %j', (fields, isAccessToken) => {
  expect(call('isAccessToken', fields)).toEqual([isAccessToken]);
});

test.each([
  ['', false],
  ['?access_token=x', true],
  ['?a=1&access_token=', true],
  ['?my_access_token=x', false],
  ['?access_tokens=x', false],
])('the query %j has a token: %j', (query, hasToken) => {
  expect(call('hasTokenInQuery', query)).toEqual([hasToken]);
});
