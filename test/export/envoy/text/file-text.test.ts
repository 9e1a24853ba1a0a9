import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileNameFor, nameByFiles } from '#export/envoy/text/file-text.ts';
import { draws } from '../../../full-run.ts';

test('a usual path is as it is in the name of a resource', () => {
  expect(nameByFiles('certificate', '/run/tls.pem', '/run/tls.key')).toBe(
    'certificate:/run/tls.pem:/run/tls.key',
  );
});

test('a colon in a path makes no name of other paths', () => {
  expect(nameByFiles('certificate', 'a:b', 'c')).not.toBe(nameByFiles('certificate', 'a', 'b:c'));
  expect(nameByFiles('header', 'a%3Ab')).not.toBe(nameByFiles('header', 'a:b'));
});

test('every text has the name of a file, and long texts that end differently have different ones', () => {
  expect(fileNameFor('header:/run/key')).toBe('header%3A%2Frun%2Fkey');
  const long = 'a/'.repeat(500);
  expect(fileNameFor(`${long}b`)).not.toBe(fileNameFor(`${long}c`));
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400, size: 'max' }), (text) => {
      expect(fileNameFor(`${text}\ud800`)).toMatch(/^[\w!'()*~.%-]{1,200}$/);
    }),
    { numRuns: draws(500) },
  );
});
