// @module-tag full
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../../full-run.ts';
import { Draw } from '../draw.ts';
import { drawPair } from './draw-sent-pair.ts';
import { judgePair } from './judge-pair.ts';

/**
 * A value that is sent as text is evaluated by the texts that the gateway accepts for it: a change breaks callers if the
 * gateway takes one of them with one document and refuses it with the other. Of 60,000 pairs four were missed, which are
 * cases now; a few are reported without a text that shows it.
 */
const pairs = fc
  .array(fc.nat(5039), { minLength: 60, maxLength: 200, size: 'max' })
  .map((decisions) => drawPair(Draw.from(decisions)));

test('no change that breaks callers is missed of a value that is sent as text', { timeout: 0 }, () => {
  fc.assert(
    fc.property(pairs, (pair) => {
      const { refused, alarms } = judgePair(pair);
      // The texts are many, and only needed to explain a wrong verdict.
      if (refused.length > 0 && alarms.length === 0)
        expect({ pair, missed: refused.slice(0, 5) }).toEqual({ pair, missed: [] });
    }),
    { numRuns: draws(4000), seed: 1, endOnFailure: true },
  );
});

test('hardly any change is reported that no text shows, and enough pairs differ', { timeout: 0 }, () => {
  const count = draws(2000);
  const verdicts = fc.sample(pairs, { numRuns: count, seed: 2 }).map(judgePair);
  const unfounded = verdicts.filter(
    ({ refused, alarms, isHeld }) => isHeld && refused.length === 0 && alarms.length > 0,
  );
  const breaking = verdicts.filter(({ refused }) => refused.length > 0);
  expect(unfounded.length / count).toBeLessThan(0.01);
  expect([breaking.length > count / 5, count - breaking.length > count / 5]).toEqual([true, true]);
});
