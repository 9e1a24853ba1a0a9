import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextStep, retireStep, type KeyUse } from '#cli/keys/signing-key-step.ts';

/** The keys that a step makes of those before, each by its name and use. */
function take(
  keys: readonly (readonly [string, KeyUse])[],
  added: string,
): readonly (readonly [string, KeyUse])[] {
  const next = nextStep(keys.map(([, use]) => use));
  if (next.step === 'add') return [...keys, [added, 'verify']];
  if (next.step === 'retire') return keys.filter((_, index) => !next.retired.includes(index));
  return keys.map(([name, use], index) => {
    if (index === next.promoted) return [name, 'sign'];
    return [name, next.demoted.includes(index) ? 'verify' : use];
  });
}

test('three steps make a rotation, and the next one begins with the fourth', () => {
  const first = take([['old', 'sign']], 'new');
  expect(first).toEqual([
    ['old', 'sign'],
    ['new', 'verify'],
  ]);
  const second = take(first, 'none');
  expect(second).toEqual([
    ['old', 'verify'],
    ['new', 'sign'],
  ]);
  const third = take(second, 'none');
  expect(third).toEqual([['new', 'sign']]);
  expect(take(third, 'newer')).toEqual([
    ['new', 'sign'],
    ['newer', 'verify'],
  ]);
});

test.each([
  [['sign', 'sign', 'verify'], { step: 'promote', promoted: 2, demoted: [0, 1] }],
  [['sign', 'sign'], { step: 'promote', promoted: 1, demoted: [0] }],
  [['verify', 'verify', 'sign'], { step: 'retire', retired: [0, 1] }],
  [['sign'], { step: 'add' }],
  [[], { step: 'add' }],
] as const)('of %j the next step is %j', (uses, step) => {
  expect(nextStep(uses)).toEqual(step);
});

test('what is retired has never signed since, and never leaves none that signs', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom<KeyUse>('sign', 'verify'), { maxLength: 5 }), (uses) => {
      const { retired } = retireStep(uses);
      expect(retired.filter((index) => uses[index] === 'sign')).toEqual([]);
      expect(uses.filter((use, index) => use === 'sign' && !retired.includes(index))).toEqual(
        uses.filter((use) => use === 'sign'),
      );
    }),
  );
});

test('of two gateways one step apart each accepts what the other signs, until a key is retired', () => {
  fc.assert(
    fc.property(fc.nat(20), (steps) => {
      let keys: readonly (readonly [string, KeyUse])[] = [['0', 'sign']];
      for (let index = 1; index <= steps; index += 1) {
        const after = take(keys, String(index));
        const signs = ([, use]: readonly [string, KeyUse]) => use === 'sign';
        expect(keys.map(([name]) => name)).toContain(after.find(signs)?.[0]);
        expect(after.map(([name]) => name)).toContain(keys.find(signs)?.[0]);
        keys = after;
      }
    }),
  );
});
