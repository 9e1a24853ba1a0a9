import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { joinDocuments, splitDocuments } from '#pipeline/isolate/source-documents.ts';
import { draws } from '../../full-run.ts';

const lines = [
  'a: 1',
  'b: yes',
  '  c: 1',
  '  - d',
  'e: |+',
  "f: '",
  "  '",
  '',
  ' ',
  '# comment',
  '---',
  '--- # comment',
  '--- { g: 1 }',
  '---x',
  '...',
  '... # comment',
  '%YAML 1.2',
  '%TAG ! tag:example.edu,2026:',
];

function parse(text: string): readonly unknown[] | undefined {
  const parsed = [...parseAllDocuments(text)];
  if (parsed.some(({ errors, warnings }) => errors.length + warnings.length > 0)) return undefined;
  return parsed.map((document) => document.toJS() as unknown);
}

test('the documents of a file are those that a parser finds, and stay the same when they are put together', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 9 }), (drawn) => {
      const text = drawn.map((line) => `${line}\n`).join('');
      const values = parse(text);
      if (!values || values.length === 0) return;
      compared += 1;
      const documents = splitDocuments(text);
      expect(documents.length).toBe(values.length);
      expect(parse(joinDocuments(documents) ?? '')).toEqual(values);
      for (const [index, document] of documents.entries())
        expect(parse(joinDocuments([document]) ?? '')?.[0] ?? null).toEqual(values[index] ?? null);
    }),
    { numRuns: draws(5000) },
  );
  expect(compared).toBeGreaterThan(0);
});
