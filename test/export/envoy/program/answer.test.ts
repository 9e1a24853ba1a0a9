import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseBodyFormat } from '#runtime/rejection/render-rejection.ts';
import { draws } from '../../../full-run.ts';
import { runLua } from './lua-in-test.ts';

const call = await runLua(['find-record.lua', 'answer.lua'], ['chooseFormat', 'readRange']);

test.each([
  ['text/xml', 'text/xml', 1],
  [' Application/XML ; q=0.5', 'application/xml', 0.5],
  ['*/*;q=0', '*/*', 0],
  ['*/*;q=2', '*/*', 0],
  ['*/*;q=x', '*/*', 0],
  ['', '', 1],
])('the range %j is of %j with the weight %j', (text, kind, quality) => {
  expect(call('readRange', text)).toEqual([kind, quality]);
});

test('the body of an error is in the format in which the built-in data plane writes it', () => {
  const type = fc.constantFrom(
    'application/json',
    'application/xml',
    'text/xml',
    'text/*',
    'application/*',
    '*/*',
    'a/b',
  );
  const weight = fc.constantFrom('', ';q=0', ';q=0.1', ';q=0.9', '; Q=0.5', ';q=1', ';charset=utf-8');
  const accept = fc
    .array(fc.tuple(type, weight), { minLength: 1, maxLength: 4 })
    .map((ranges) => ranges.map((range) => range.join('')).join(', '));
  fc.assert(
    fc.property(fc.option(accept, { nil: undefined }), (asked) => {
      // Without a word of XML the program answers in JSON at once.
      fc.pre(asked === undefined || /xml|text/.test(asked));
      expect([asked, call('chooseFormat', asked)[0]]).toEqual([asked, chooseBodyFormat(asked)]);
    }),
    { numRuns: draws(3000) },
  );
});
