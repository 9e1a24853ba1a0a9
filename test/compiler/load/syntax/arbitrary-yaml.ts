import fc from 'fast-check';
import { stringify } from 'yaml';

/** Strings that are hard to write or to read in YAML. */
const hardWords = fc.constantFrom(
  '',
  ' ',
  '-',
  '--',
  '---',
  '...',
  ':',
  '?',
  '#',
  '~',
  'null',
  'true',
  'No',
  '0',
  '-1',
  '1.0',
  '0x1F',
  '1e3',
  '.5',
  '.inf',
  '2020-01-01',
  'a: b',
  'a #b',
  '# a',
  '- a',
  'a:',
  ':a',
  "it's",
  '"a"',
  ' a',
  'a ',
  'a b',
  '[a',
  '{a}',
  '&a',
  '*a',
  '!a',
  '|',
  '>',
  '%a',
  '@a',
  '`',
  ', a',
  'a, b',
  'a]b',
  '\\',
  'a\\b',
  "'",
  '"',
  'a\nb',
  'a\n\nb\n',
  ' a\n b',
  'a\n  b\nc',
  '\n',
  '\n\na',
  'a \nb',
  'a\tb',
  '\ta',
  'a\r\nb',
  'ü\u0085\u2028😀',
  'http://a.b/c?d#e',
  'word '.repeat(30).trim(),
  `${'k'.repeat(40)}: ${'v '.repeat(40)}`,
  'toString',
  '<<',
);
const words = fc.oneof({ weight: 3, arbitrary: hardWords }, fc.string({ maxLength: 10 }));

/** A JSON value with a collection at its root. */
export const arbitraryValue = fc.letrec<{ root: unknown; value: unknown }>((tie) => ({
  root: fc.oneof(
    fc.dictionary(words, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    words,
    fc.constantFrom(true, false, null),
    fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    tie('root'),
    tie('root'),
  ),
})).root;

const stringTypes = ['PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const;

const layout = fc.record({
  lineWidth: fc.constantFrom(0, 20, 80),
  blockQuote: fc.constantFrom(true, false, 'folded' as const, 'literal' as const),
  defaultStringType: fc.constantFrom(...stringTypes),
  defaultKeyType: fc.constantFrom(null, 'PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const),
  indent: fc.constantFrom(1, 2, 4),
  indentSeq: fc.boolean(),
  collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
  flowCollectionPadding: fc.boolean(),
  nullStr: fc.constantFrom('null', '~', ''),
  aliasDuplicateObjects: fc.constant(false),
});

/** A value as YAML, in any layout that the library writes. */
export const writtenYaml = fc
  .tuple(arbitraryValue, layout)
  .map(([value, options]) => stringify(value, options));

const line = fc.oneof(
  fc.nat(8).map((column) => `${' '.repeat(column)}# comment`),
  fc.nat(6).map((column) => ' '.repeat(column)),
);

/** A text with comments and empty lines between its lines. */
export function withComments(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const insertions = fc.array(fc.tuple(fc.nat(1000), line), { maxLength: 4 });
  return fc.tuple(texts, insertions).map(([text, inserted]) => {
    const lines = text.split('\n');
    for (const [at, added] of inserted) lines.splice(at % lines.length, 0, added);
    return lines.join('\n');
  });
}

const pieces = fc.constantFrom(
  '',
  ' ',
  '  ',
  '\n',
  '\n  ',
  '\r\n',
  '\t',
  ':',
  ': ',
  '- ',
  '#',
  ' # ',
  '"',
  "'",
  '|',
  '>-',
  '[',
  ']',
  '{',
  '}',
  ',',
  ', ',
  '&',
  '*',
  '!',
  '?',
  '\\',
  '\n---\n',
  '...',
  'a',
  'a: b\n',
);

/** A text of which some characters were replaced, taken out or put in. */
export function withMistakes(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const mistakes = fc.array(fc.tuple(fc.nat(10_000), fc.nat(3), pieces), { minLength: 1, maxLength: 3 });
  return fc.tuple(texts, mistakes).map(([text, made]) =>
    made.reduce((rest, [seed, removed, added]) => {
      const at = seed % (rest.length + 1);
      return rest.slice(0, at) + added + rest.slice(at + removed);
    }, text),
  );
}
