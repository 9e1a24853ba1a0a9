import { expect, test } from 'vitest';
import { countOf, describeLimit, nameTier } from '#runtime/portal/texts/quantities.ts';
import { texts } from '#runtime/portal/texts/texts.ts';

test.each([
  [{ requests: 1, unit: 'second' }, '1 request a second'],
  [{ requests: 1000, unit: 'minute', burst: 200 }, '1,000 requests a minute, bursts of 200'],
  [{ requests: 24, unit: 'hour', burst: 24 }, '24 requests an hour'],
] as const)('the limit %j is %s', (limit, text) => {
  expect(describeLimit(limit)).toBe(text);
});

test.each([
  [{ name: 'free' }, 'free: no limit'],
  [{ name: 'slow', maxConcurrentCalls: 1 }, 'slow: no limit, 1 call at a time'],
] as const)('the tier %j is %s', (tier, text) => {
  expect(nameTier(tier)).toBe(text);
});

test('a count has the noun that fits it', () => {
  expect([0, 1, 2, 1e9].map((count) => countOf(count, 'entry', 'entries'))).toEqual([
    '0 entries',
    '1 entry',
    '2 entries',
    '1,000,000,000 entries',
  ]);
});

/** All functions among the texts, by their path. */
function listFunctions(from: unknown, path = 'texts'): readonly (readonly [string, unknown])[] {
  if (typeof from === 'function') return [[path, from]];
  if (typeof from !== 'object' || from === null) return [];
  return Object.entries(from).flatMap(([name, value]) => listFunctions(value, `${path}.${name}`));
}

/** All texts that no function makes. */
function listTexts(from: unknown): readonly string[] {
  if (typeof from === 'string') return [from];
  return typeof from === 'object' && from !== null ? Object.values(from).flatMap(listTexts) : [];
}

const nouns =
  'APIs|bytes|calls|changes|characters|descriptions|errors|findings|forms|operations|requests|seconds|subscriptions|things|tiers|versions';
const several = new RegExp(`\\b1 (?:[a-z]+ )?(?:${nouns})\\b|\\b1 are\\b`);

test('no text of the store has one of several things', () => {
  const made = listFunctions(texts).map(([path, make]) => [path, tryText(make as Make)] as const);
  expect(made.filter(([, text]) => several.test(text))).toEqual([]);
});

type Make = (...counts: readonly number[]) => unknown;

/** The text for one in each place; empty if the function takes other values. */
function tryText(make: Make): string {
  try {
    return String(make(1, 1, 1));
  } catch {
    return '';
  }
}

test('no text of the store has a backtick outside of sentences whose code is marked', () => {
  const marked: readonly string[] = [texts.errors.oauthAdvice];
  expect(listTexts(texts).filter((text) => text.includes('`') && !marked.includes(text))).toEqual([]);
});
