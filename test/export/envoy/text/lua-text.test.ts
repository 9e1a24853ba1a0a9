import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  declareLua,
  plainName,
  recordKey,
  writeLines,
  writeLua,
  writeRecord,
} from '#export/envoy/text/lua-text.ts';
import { draws } from '../../../full-run.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => `${text}\ud800`);

test('a usual name is as it is in a key', () => {
  expect(recordKey('s', 'dog_walker-2', 'DogPark/v1.2')).toBe('s/dog_walker-2 DogPark/v1.2');
  expect(recordKey('u', 'ada@example.edu')).toBe('u/ada@example.edu');
});

test('different names have different keys, also if they are not Unicode', () => {
  expect(plainName('\ud800')).not.toBe(plainName('\udfff'));
  expect(recordKey('s', 'a b', 'c')).not.toBe(recordKey('s', 'a', 'b c'));
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      expect(plainName(one) === plainName(other)).toBe(one === other);
    }),
    { numRuns: draws(1000) },
  );
});

test('no text ends the line of its record, or the records', () => {
  fc.assert(
    fc.property(anyText, anyText, (name, text) => {
      const line = writeRecord(recordKey('s', name), writeLua({ [`${name}]==]`]: `${text}\n]==]` }));
      expect(line).toMatch(/^[!-~]+\t[ -~]+\n$/);
      expect(line).not.toContain(']==]');
      expect(declareLua('records', writeLines([line]))).toBe(`local records = [==[\n\n${line}]==]`);
    }),
    { numRuns: draws(1000) },
  );
});
