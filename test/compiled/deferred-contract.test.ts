import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '#compiled/canonical-json.ts';
import type { CompiledApi } from '#compiled/compiled-api.ts';
import { unpackPart } from '#compiled/compiled.ts';
import { memberOfContract, textOfContract, textOfPart, unpackDeferred } from '#compiled/deferred-contract.ts';
import { draws } from '../full-run.ts';

// Parsing looks at no other member of a part.
const partOf = (contract: unknown, name = 'DogPark') =>
  ({ access: 'public', contract, endpoints: {}, name, version: 'v1' }) as unknown as CompiledApi;

test('a part is as if it had been parsed whole, whatever it contains and in whatever order', () => {
  // Names and values that a search for the contract could stumble over.
  const drawnText = fc.oneof(
    fc.string(),
    fc.constantFrom(
      'contract',
      'info',
      'tags',
      'externalDocs',
      'paths',
      '"contract":{',
      '\\',
      '\\"',
      '}',
      '{',
      ',',
      '"',
    ),
  );
  // V8 14.6 reads the name `\"` as `\` in JSON once it has read an object with the name `\`.
  const name = drawnText.filter((drawn) => !drawn.includes('\\'));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      drawnText,
      fc.maxSafeInteger(),
      fc.constantFrom(1.5, -2e-9, 1e300),
      fc.constant(null),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('value'), { maxLength: 3 }),
    object: fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  }));
  const objects = fc.dictionary(name, value, { maxKeys: 4 });
  fc.assert(
    fc.property(objects, objects, fc.nat(4), (contract, others, position) => {
      const members = Object.entries(others).filter(([member]) => member !== 'contract');
      const part = Object.fromEntries(members.toSpliced(position, 0, ['contract', contract]));
      for (const written of [JSON.stringify(part), canonicalJson(part)]) {
        const deferred = unpackDeferred(written);
        expect({ ...deferred }).toEqual(unpackPart(written));
        expect(canonicalJson(deferred)).toBe(canonicalJson(unpackPart(written)));
        for (const api of [deferred, unpackPart(written)]) {
          for (const member of ['info', 'tags', 'externalDocs', 'paths'] as const)
            expect(memberOfContract(api, member)).toEqual(unpackPart(written).contract[member]);
          expect(JSON.parse(textOfContract(api))).toEqual(unpackPart(written).contract);
        }
      }
    }),
    { numRuns: draws(2000) },
  );
});

const text = canonicalJson(partOf({ info: { title: 'Dogs' }, openapi: '3.1.0', tags: [{ name: 'dogs' }] }));

test('a part is sent on as it was received', () => {
  expect(textOfPart(unpackDeferred(text))).toBe(text);
  expect(textOfPart(unpackPart(text))).toBe(text);
});

test.each([
  ['with white space between its members', text.replaceAll(/,"|:\{/g, (found) => `${found[0]} ${found[1]}`)],
  ['with white space in its contract', text.replace('"openapi"', '\n  "openapi"')],
  ['with white space before it', ` ${text}`],
  ['with two contracts', text.replace('{', '{"contract":{"openapi":"3.0.0"},')],
  ['with a contract whose name is escaped', text.replace('"contract"', String.raw`"\u0063ontract"`)],
  ['with another such contract', text.replace('{', String.raw`{"\u0063ontract":{"openapi":"3.0.0"},`)],
  ['with two titles', text.replace('"openapi"', '"info":{"title":"Cats"},"openapi"')],
])('a part %s is read as JSON.parse reads it', (_title, written) => {
  const deferred = unpackDeferred(written);
  const whole = unpackPart(written);
  expect({ ...deferred }).toEqual(whole);
  expect(memberOfContract(deferred, 'info')).toEqual(whole.contract['info']);
  expect(memberOfContract(deferred, 'tags')).toEqual(whole.contract['tags']);
});

test.each(['', '{', '{"a":"', '{"contract":{"a":[', '{"contract":{}'])(
  '%j is refused, as JSON is',
  (broken) => {
    expect(() => unpackDeferred(broken)).toThrow(SyntaxError);
  },
);
