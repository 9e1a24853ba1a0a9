import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '#compiler/lint/rules.ts';
import { builtInCodes } from '#diagnostic/built-in-codes.ts';

/** Where the compiler gives a code to its findings: in a call, as a property, as one of a type, or by a condition. */
const codePattern =
  /\b(?:(?:toDiagnostic|say|fail|problemAt)\(|code(?: =[^;?]*\?|:))(?<codes>(?:\s*[|:]?\s*'[a-z-]+')+)/g;

function findCodes(): readonly string[] {
  const files = readdirSync('src/compiler', { recursive: true, encoding: 'utf8' });
  const texts = files
    // Messages about changed contracts are not diagnostics.
    .filter((file) => file.endsWith('.ts') && !file.startsWith('plan/contract/'))
    .map((file) => readFileSync(`src/compiler/${file}`, 'utf8'));
  const groups = texts.flatMap((text) =>
    [...text.matchAll(codePattern)].map(({ groups: found }) => found?.['codes']),
  );
  return groups.flatMap((codes = '') => codes.match(/[a-z-]+/g) ?? []);
}

test('explain every code that the sources give and that is not a rule', () => {
  expect([...new Set(findCodes())].toSorted()).toEqual(Object.keys(builtInCodes).toSorted());
});

test('are not names of rules', () => {
  expect(rules.filter(({ name }) => Object.hasOwn(builtInCodes, name))).toEqual([]);
});

test.each(Object.entries(builtInCodes))('%s is explained in sentences', (_, { summary, help }) => {
  for (const text of [summary, help]) expect(text).toMatch(/^[A-Z].*[^.]\.$/);
});
