import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isUuid } from '#openapi/schema/is-uuid.ts';

const format = addFormats.default.get('uuid') as RegExp;

test('a UUID is what ajv-formats takes for one', () => {
  const uuid = fc.tuple(fc.constantFrom('', 'urn:uuid:', 'URN:uuid:', 'urn:guid:'), fc.uuid());
  const character = fc.oneof(fc.constantFrom('-', 'F', 'g', '0', 'ŉ', ''), fc.string({ maxLength: 2 }));
  const changed = fc
    .tuple(uuid, fc.nat(48), fc.nat(2), character)
    .map(([parts, at, gone, put]) => parts.join('').slice(0, at) + put + parts.join('').slice(at + gone));
  fc.assert(
    fc.property(changed, (text) => {
      expect(isUuid(text)).toBe(format.test(text));
    }),
    { numRuns: 20_000 },
  );
});

test.each([
  ['123e4567-e89b-12d3-a456-426614174000', true],
  ['123E4567-E89B-12D3-A456-42661417400F', true],
  ['urn:uuid:123e4567-e89b-12d3-a456-426614174000', true],
  ['urn:uuid:urn:uuid:123e4567-e89b-12d3-a456-426614174000', false],
  ['123e4567-e89b-12d3-a456-42661417400\u0130', false],
  ['123e4567-e89b-12d3-a456-42661417400\n', false],
  ['123e4567-e89b-12d3-a456-426614174000\n', false],
  ['123e4567-e89b-12d3-a456-4266141740-0', false],
  ['', false],
])('%j: %s', (text, isOne) => {
  expect(isUuid(text)).toBe(isOne);
});
