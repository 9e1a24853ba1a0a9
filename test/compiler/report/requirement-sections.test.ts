import { expect, test } from 'vitest';
import { coverage } from '#compiler/lint/coverage.ts';
import { rules } from '#compiler/lint/rules.ts';
import { requirementSectionOf, titleOfSection } from '#compiler/report/requirement-sections.ts';

test('every rule belongs to a section', () => {
  expect(rules.filter(({ section }) => requirementSectionOf(section) === '')).toEqual([]);
});

test('sections have the titles of the coverage', () => {
  expect(coverage.map(({ section }) => titleOfSection(section))).toEqual(coverage.map(({ title }) => title));
});

test.each([
  ['4.5', '4.5'],
  ['5.3', '5'],
  ['1.4', '1'],
  [undefined, ''],
  ['12', ''],
])('section %s counts for %j', (section, expected) => {
  expect(requirementSectionOf(section)).toBe(expected);
});
