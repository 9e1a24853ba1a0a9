import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayDeclare } from '#compiler/load/load-declarations.ts';
import { hasDeclarations } from '#compiler/load/read-declarations.ts';
import { parseLoadedSource } from '#compiler/load/syntax/parse-source.ts';
import { loadFullYaml } from '#compiler/load/syntax/full-yaml.ts';

await loadFullYaml();

test.each([
  ['openapi: 3.0.3\ninfo: {}\npaths: {}\n', false],
  ['pattern: "^\\d+$"\n', false],
  ['', false],
  ['kind: Api\n', true],
  ['"k\\x69nd": Api\n', true],
  ['? "ki\\\n  nd"\n: Api\n', true],
  ['{ "\\u006bind": "Api" }', true],
])('%j may hold a declaration: %j', (text, expected) => {
  expect(mayDeclare(text)).toBe(expected);
});

test('what holds a declaration, broken or not, may hold one', () => {
  const keys = [
    'kind',
    '"k\\x69nd"',
    '"kin\\u0064"',
    "'kind'",
    '"ki\\\n nd"',
    'ki',
    'nd',
    'a',
    '<<',
    '*x',
    '&x ',
    '!!str ',
  ];
  const values = [': ', ':\n', ': Api\n', ': Tier', '"Api"', 'Gateway\n', '1\n', '? ', '- ', '|\n', '>-\n'];
  const rest = [
    '{',
    '}',
    '[',
    ']',
    ',',
    '"',
    "'",
    '\n',
    '\n  ',
    '  ',
    '\t',
    '\r\n',
    '# c\n',
    '---\n',
    '...\n',
  ];
  const part = fc.constantFrom(...keys, ...values, ...rest);
  const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
  let declaring = 0;
  fc.assert(
    fc.property(text, fc.constantFrom('a.yaml', 'a.json'), (written, path) => {
      if (!hasDeclarations(parseLoadedSource(path, written))) return;
      declaring += 1;
      expect(mayDeclare(written)).toBe(true);
    }),
    { numRuns: 5000 },
  );
  expect(declaring).toBeGreaterThan(10);
});
