import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { EditableText } from '#compiler/edit/editable-text.ts';
import { applyEdits } from '#compiler/edit/text-edit.ts';
import { writeText } from '#compiler/edit/write-text.ts';
import { draws } from '../../full-run.ts';

const write = (text: string, value: string, pointer = '/a') =>
  applyEdits(text, writeText(new EditableText(text), { document: 0, pointer }, value));

test.each([
  ['one line', 'a: x # why\nb: 1\n', 'y', 'a: y # why\nb: 1\n'],
  ['several lines', 'a: x\nb: 1\n', 'y\n\nz', 'a: |-\n  y\n\n  z\nb: 1\n'],
  ['several lines over a block', 'a: >-\n  x\n  x\n# b\nb: 1\n', 'y\nz', 'a: |-\n  y\n  z\n# b\nb: 1\n'],
  ['several lines with CR LF', 'b: 1\r\na: x\r\n', 'y\nz', 'b: 1\r\na: |-\r\n  y\r\n  z\r\n'],
  ['several lines next to a comment', 'a: x # why\n', 'y\nz', String.raw`a: "y\nz" # why` + '\n'],
  ['several lines in braces', '{ a: x }\n', 'y\nz', String.raw`{ a: "y\nz" }` + '\n'],
  ['several lines in JSON', '{"a":"x"}', 'y\nz', String.raw`{"a":"y\nz"}`],
])('%s', (_, text, value, after) => {
  expect(write(text, value)).toBe(after);
});

test('the text of a nested value is indented below its key', () => {
  expect(write('c:\n    a: x\n    b: 1\n', 'y\nz', '/c/a')).toBe(
    'c:\n    a: |-\n        y\n        z\n    b: 1\n',
  );
});

test('what is written is read again, and nothing else changes', () => {
  const line = fc.string({ unit: fc.constantFrom('x', ' ', '#', ':', '-', '"', "'", '|', '\t', '漢') });
  const text = fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n').trim());
  fc.assert(
    fc.property(text, fc.constantFrom('x', '|\n  x', '{ y: 1 }'), (value, before) => {
      expect(parse(write(`a: ${before}\nb: 1\n`, value))).toEqual({ a: value, b: 1 });
    }),
    { numRuns: draws(300) },
  );
});
