import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indentJson } from '#runtime/portal/console/indent-json.ts';

describe('indented JSON', () => {
  test('is what JSON.stringify writes, for values that it does not change', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(indentJson(text, Infinity)).toBe(JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
  });

  test.each([
    [
      '{"a":1.10,"a":1e3,"b":[-0,9223372036854775807]}',
      '{\n  "a": 1.10,\n  "a": 1e3,\n  "b": [\n    -0,\n    9223372036854775807\n  ]\n}',
    ],
    [' { "é\\u00e9{,:" : [ ] , "x":{ }} ', '{\n  "é\\u00e9{,:": [],\n  "x": {}\n}'],
    ['1.0', '1.0'],
  ])('keeps numbers, repeated keys and escapes: %s', (text, indented) => {
    expect(indentJson(text, Infinity)).toBe(indented);
  });

  test.each(['', '{"a":1', '{a:1}', '[1,]', 'NaN', '{"a":01}'])(
    'leaves %j alone, which is not JSON',
    (text) => {
      expect(indentJson(text, Infinity)).toBe(text);
    },
  );

  test('of any depth and size is not many times longer', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(indentJson(deep, 30_000).length).toBeLessThan(31_000);
    const escapes = JSON.stringify('"\\'.repeat(300_000));
    expect(indentJson(escapes, 30_000)).toBe(escapes);
  });
});
