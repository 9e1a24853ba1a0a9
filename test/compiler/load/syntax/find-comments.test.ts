import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findComments } from '#compiler/load/syntax/parse-any-yaml.ts';

function commentsOf(text: string): readonly string[] {
  return findComments(text).map(({ start, end }) => text.slice(start, end));
}

test.each([
  ['on its own line', '# a\nk: v\n', ['# a']],
  ['at the end of a line', 'k: v # a\n', ['# a']],
  ['at the end of the file', 'k: v\n# a', ['# a']],
  ['alone', '#', ['#']],
  ['beside Windows line ends', 'k: v # a\r\n# b\r\n', ['# a', '# b']],
  ['at the head of a block scalar', 'k: | # a\n  # not\n\n  # not\nl: >-\n  x # not\n', ['# a']],
  ['after a block scalar', 'k: |\n  x\n# a\nl: 1\n', ['# a']],
  ['in a flow collection', 'k: [a, # b\n  # c\n  d]\nl: { m: n } # e\n', ['# b', '# c', '# e']],
  ['in quotes', 'k: \'# not\n  # not\'\nl: "# not" # a\n', ['# a']],
  ['inside a word', 'k: a#b\nl: http://x/#y\n', []],
  [
    'between documents',
    '%YAML 1.2 # a\n--- # b\nk: v\n... # c\n# d\n---\nl: w\n',
    ['# a', '# b', '# c', '# d'],
  ],
  ['between the lines of a mapping', 'k:\n  # a\n  l: 1\n # b\nm:\n- # c\n  n\n', ['# a', '# b', '# c']],
  ['behind characters of two units', 'k: "😀" # ü\n', ['# ü']],
  ['in a text that is broken', 'k: [a\n# b\n} # c\n', ['# b', '# c']],
  ['beside characters that the lexer uses for itself', 'k: "\u0002\u0018\u001F" # a\n\u001F# b\n', ['# a']],
])('finds comments %s', (_, text, comments) => {
  expect(commentsOf(text)).toEqual(comments);
});

test('spans begin at a number sign, hold no line end, and follow each other', () => {
  const pieces = fc.constantFrom(
    '# c',
    ' #',
    '\n',
    '\r\n',
    'k: ',
    '- ',
    '|\n  x',
    '"',
    "'",
    '[',
    ']',
    '---\n',
    ' ',
    'a',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      let last = 0;
      for (const { start, end } of findComments(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(text.slice(start, end)).toMatch(/^#[^\r\n]*$/);
        expect(['', '\n', '\r\n'.slice(0, 1)]).toContain(text.slice(end, end + 1));
        last = end;
      }
    }),
  );
});
