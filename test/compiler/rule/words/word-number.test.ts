import { describe, expect, test } from 'vitest';
import { pathPlural } from '#compiler/lint/rules/paths/path-plural.ts';
import { countNouns, isPluralless, numberOf, pluralOf } from '#compiler/rule/words/word-number.ts';
import { readWords } from '#compiler/rule/words/split-words.ts';

const names = {
  singular: 'dog dogOwner vet_visit Company letter_of_recommendation criterion alias campus company_to_do',
  plural:
    'dogs dogOwners companies letters_of_recommendation people children criteria analyses matches CompanyToDos',
  ambiguous: `
    v1 me self status health progress feedback metadata data media series starred closed popular public login search
    sms aws kubernetes https x equipment news history configmap hund check_in
  `,
};

describe.each(Object.entries(names))('%s', (number, named) => {
  test.each(readWords(named))('%s', (name) => {
    expect(numberOf(name)).toBe(number);
  });
});

test('a name without a word is ambiguous', () => {
  expect(numberOf('')).toBe('ambiguous');
});

test('every count noun is a singular, has another plural, and that is known as one', () => {
  const wrong = [...countNouns].filter(
    (noun) =>
      numberOf(noun) !== 'singular' || pluralOf(noun) === noun || numberOf(pluralOf(noun)) !== 'plural',
  );
  expect(wrong).toEqual([]);
});

test('no word that may stay singular is a count noun', () => {
  const words = pathPlural.options?.['singular']?.words ?? [];
  expect(words).toContain('metadata');
  expect(words.filter((word) => countNouns.has(word))).toEqual([]);
});

test.each([
  ['dog', 'dogs'],
  ['vet_visit', 'vet_visits'],
  ['dogOwner', 'dogOwners'],
  ['dog_schema', 'dog_schemas'],
  ['Schema', 'Schemas'],
  ['letter_of_recommendation', 'letters_of_recommendation'],
  ['company', 'companies'],
  ['dogs', 'dogs'],
])('the plural of %s is %s', (name, plural) => {
  expect(pluralOf(name)).toBe(plural);
});

test.each([
  ['labradoodle', true],
  ['labradoodles', false],
  ['tsp', false],
  ['sheep', false],
])('%s is without a plural ending: %s', (name, expected) => {
  expect(isPluralless(name)).toBe(expected);
});
