import { describe, expect, test } from 'vitest';
import { parseExamples, RuleFileSchema } from './rule-examples.ts';

const known = [{ name: 'path-noun' }];

describe('a file of examples', () => {
  test('has the examples of the rule of its name', () => {
    const text = '- { title: A noun, edits: [], findings: [] }';
    expect(parseExamples(RuleFileSchema, known, { 'path-noun.yaml': text })).toEqual(
      new Map([['path-noun', [{ title: 'A noun', edits: [], findings: [] }]]]),
    );
  });

  test.each([
    [
      'path-nouns.yaml',
      '- { title: A noun, edits: [], findings: [] }',
      'path-nouns.yaml: no rule has this name.',
    ],
    [
      'path-noun.yml',
      '- { title: A noun, edits: [], findings: [] }',
      'path-noun.yml: no rule has this name.',
    ],
    ['path-noun.yaml', '', 'path-noun.yaml: must be array'],
    ['path-noun.yaml', '[]', 'path-noun.yaml: must not have fewer than 1 items'],
    [
      'path-noun.yaml',
      '- { title: A noun, edits: [] }',
      'path-noun.yaml/0: must have required properties findings',
    ],
    [
      'path-noun.yaml',
      '- { title: A noun, edits: [], findings: [Wrong.] }',
      String.raw`path-noun.yaml/0/findings/0: must match pattern`,
    ],
    [
      'path-noun.yaml',
      '- { title: A noun, edits: [], findings: [], finding: [] }',
      'path-noun.yaml/0/finding: schema is false',
    ],
  ])('is refused if it is %s with %s', (file, text, error) => {
    expect(() => parseExamples(RuleFileSchema, known, { [file]: text })).toThrow(error);
  });
});
