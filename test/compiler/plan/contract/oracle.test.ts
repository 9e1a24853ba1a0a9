// @module-tag full
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JsonObject, valueAt } from '#compiled/json.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import { splitPointer } from '#source/place.ts';
import { draws } from '../../../full-run.ts';
import { documentOf } from './caller-views.ts';
import { evaluatePair } from './law.ts';
import { nearSchemas } from './near-schemas.ts';

/**
 * The law of the plan, held by the validator of the gateway: a change is never reported as compatible if it breaks a
 * call, and never as breaking if no value shows it, unless there is a reason. Defaults are not drawn. Of 100,000
 * pairs a few are still reported as breaking without a reason.
 */
const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

function assertForSeeds<T extends [unknown, ...unknown[]]>(property: fc.IProperty<T>): void {
  const numRuns = draws(4000 / seeds.length);
  for (const seed of seeds) fc.assert(property, { numRuns, seed, endOnFailure: true });
}

/** As many pairs as there are decide when a test ends, not how fast the machine is. */
const untimed = { timeout: 0 };

type Direction = 'request' | 'response';

/** That all verdicts on pairs are right. */
const rightVerdicts = (direction: Direction) =>
  fc.property(nearSchemas, (pair) => {
    const { missed, alarms, changes } = evaluatePair(pair, direction);
    const isWrong = missed.length > 0 || alarms.length > 0;
    expect({ missed, alarms, changes: isWrong ? changes : [] }).toEqual({
      missed: [],
      alarms: [],
      changes: [],
    });
  });

test.each(['request', 'response'] as const)(
  'no difference of two schemas of a %s that breaks callers is missed, and none is reported without a value that shows it or a reason',
  untimed,
  (direction) => assertForSeeds(rightVerdicts(direction)),
);

test('few pairs need a reason or remain undecided, and enough differ', () => {
  const verdicts = fc
    .sample(nearSchemas, { numRuns: 300, seed: 1 })
    .map((pair) => evaluatePair(pair, 'request'));
  expect(verdicts.filter(({ reason }) => reason !== undefined).length).toBeLessThan(15);
  expect(verdicts.filter(({ isUndecided }) => isUndecided).length).toBeLessThan(15);
  expect(verdicts.filter(({ changes }) => changes.length > 0).length).toBeGreaterThan(150);
});

test('every change points at values that exist', untimed, () => {
  assertForSeeds(
    fc.property(nearSchemas, ({ openapi, base, head }) => {
      const view = { openapi, direction: 'request' } as const;
      const [before, after] = [documentOf(base, view), documentOf(head, view)];
      const lost = diffContracts(before, after).filter(
        ({ at }) => !exists(before, at.base) || !exists(after, at.head),
      );
      expect(lost).toEqual([]);
    }),
  );
});

function exists(document: JsonObject, pointer = ''): boolean {
  return valueAt(document, splitPointer(pointer)) !== undefined;
}
