import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countHeader } from '#runtime/token/count-header.ts';
import { readAuthorization } from '#runtime/token/read-authorization.ts';

const inAnyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((each, at) => (upper[at] ? each.toUpperCase() : each)).join(''));

const spaces = fc.constantFrom('', ' ', '  ', '\t', ' \t ', '\u00a0', '@', '\r');
const schemes = fc.oneof(
  inAnyCase('bearer'),
  inAnyCase('basic'),
  fc.constantFrom('', 'b', 'beare', 'bearers', 'bEARE\u0012', 'âearer', 'Negotiate'),
);
const credentials = fc.constantFrom('', 'x', 'a b', 'header.payload.signature');

/** In the simplest way. */
function model(value: string) {
  const [scheme = '', ...rest] = value.split(' ');
  return { kind: 'one', scheme: scheme.toLowerCase(), credentials: rest.join(' ').trim() };
}

test('a value is a scheme in any case, a space, and credentials without spaces around them', () => {
  fc.assert(
    fc.property(schemes, spaces, credentials, spaces, (scheme, space, sent, end) => {
      const authorization = `${scheme}${space}${sent}${end}`;
      const request = { headers: { authorization }, rawHeaders: ['Authorization', authorization] };
      expect(readAuthorization(request)).toEqual(model(authorization));
    }),
  );
});

test('a header is counted by its name in any case, wherever it stands, and not by its value', () => {
  const names = fc.oneof(
    inAnyCase('authorization'),
    inAnyCase('authentication'),
    fc.constantFrom('Cache-Control', 'If-None-Match', 'authorizatio\u000e', 'authorizatioN', 'host', ''),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(names, names)), fc.constantFrom('authorization', 'host'), (sent, name) => {
      const expected = sent.filter(([each]) => each.toLowerCase() === name).length;
      expect(countHeader(sent.flat(), name)).toBe(expected);
    }),
  );
});

test('two headers are refused, however their names are spelled and whatever they contain', () => {
  fc.assert(
    fc.property(inAnyCase('authorization'), inAnyCase('authorization'), (one, other) => {
      const rawHeaders = ['Host', 'a', one, 'Bearer a', 'Accept', '*/*', other, ''];
      expect(readAuthorization({ headers: { authorization: 'Bearer a' }, rawHeaders })).toEqual({
        kind: 'several',
      });
    }),
  );
});

test('without the header there is none', () => {
  expect(readAuthorization({ headers: {}, rawHeaders: ['Host', 'a'] })).toEqual({ kind: 'none' });
});
