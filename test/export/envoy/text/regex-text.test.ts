import { expect, test } from 'vitest';
import { literalRegex, literalSubstitution, rewriteBeginning } from '#export/envoy/text/regex-text.ts';

test('a text stands for itself in an expression and in what replaces it', () => {
  const { pattern, substitution } = rewriteBeginning(literalRegex('/a.b$(c)'), literalSubstitution('/x\\1'));
  expect(pattern.regex).toBe('^/a\\.b\\$\\(c\\)/?');
  expect(new RegExp(pattern.regex).test('/a.b$(c)/dogs')).toBe(true);
  expect(new RegExp(pattern.regex).test('/aXb$(c)/dogs')).toBe(false);
  expect(substitution).toBe('/x\\\\1/');
});
