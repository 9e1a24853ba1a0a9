// @module-tag full
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import { build } from '#pipeline.ts';
import { memorySourceTree } from '#source/memory-source-tree.ts';
import { draws } from '../../full-run.ts';
import { listAllAccess } from './list-all-access.ts';
import { type Edit, joinSlots, separators, slots, steps } from './drawn-edits.ts';
import { type Files, openIsolating } from './isolating.ts';

async function compileGood(texts: readonly Files[]): Promise<Compiled> {
  const { compiled, diagnostics } = await build(
    memorySourceTree(joinSlots(texts)),
    'gateway.config.yaml',
    'production',
  );
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (!compiled)
    throw new Error(errors.map(({ at, message }) => `${at.file}:${at.line} ${message}`).join('\n'));
  return compiled;
}

const base = slots.map(({ variants: [first] }) => first.texts);

test('each variant of a slot is good by itself, and each break breaks it', async () => {
  for (const [index, { name, variants, breaks }] of slots.entries()) {
    for (const variant of variants) {
      const compiled = await compileGood(base.with(index, variant.texts));
      expect(compiled, `${name} ${variant.name}`).toBeDefined();
      if (!variant.takes) continue;
      const known = listAllAccess(await compileGood(base));
      expect([...listAllAccess(compiled)].filter((one) => !known.has(one))).toEqual([]);
    }
    for (const one of breaks) {
      const files = joinSlots(base.with(index, one.apply(base[index] ?? {})));
      const { compiled } = await build(memorySourceTree(files), 'gateway.config.yaml', 'production');
      expect(compiled === undefined, `${name} ${one.name}`).toBe(true);
    }
  }
});

/** What is expected of a slot after some steps. */
interface Expected {
  readonly lastGood: Files;
  /** What was taken away of it since, next to an error. */
  readonly taken: readonly Files[];
}

function follow({ lastGood, taken }: Expected, { variant, broken }: Edit): Expected {
  if (!broken) return { lastGood: variant.texts, taken: [] };
  if (Object.keys(lastGood).length === 0) return { lastGood, taken };
  // Any text may take something of what was added before; two entries stand for anything less.
  if (!base.includes(lastGood)) return { lastGood, taken: [...taken, lastGood, lastGood] };
  const { hides, alsoTakes = variant.alsoTakes } = broken;
  const readable = hides === undefined ? variant.texts : { ...variant.texts, [hides]: lastGood[hides] ?? '' };
  if (alsoTakes) return { lastGood, taken: [...taken, readable, readable] };
  return { lastGood, taken: variant.takes ? [...taken, readable] : taken };
}

/** The good edits with each of the takings. */
function compileTakings(expected: readonly Expected[]): Promise<readonly Compiled[]> {
  const good = expected.map(({ lastGood }) => lastGood);
  const takings = expected.flatMap(({ taken }, index) => taken.map((texts) => good.with(index, texts)));
  return Promise.all(takings.map(compileGood));
}

function intersect(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set([...(sets[0] ?? [])].filter((one) => sets.every((set) => set.has(one))));
}

test('what is served is what the good edits alone make, without what the broken ones take away', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(steps, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...separators),
      async (drawn, separator) => {
        const serve = openIsolating();
        await serve(joinSlots(base, separator));
        let expected = base.map((texts): Expected => ({ lastGood: texts, taken: [] }));
        for (const step of drawn) {
          expected = expected.map((one, index) => follow(one, step[index] as Edit));
          const edited = step.map(({ variant, broken }) => broken?.apply(variant.texts) ?? variant.texts);
          const { table, held, errors } = await serve(joinSlots(edited, separator));
          if (!table) throw new Error(`nothing is served:\n${errors.join('\n')}`);
          const broken = step.filter((edit) => edit.broken).length;
          expect(held.length > 0, `${held.join()} of ${errors.join()}`).toBe(broken > 0);
          const goodAlone = await compileGood(expected.map(({ lastGood }) => lastGood));
          const isTaken = expected.some(({ taken }) => taken.length > 0);
          if (!isTaken) expect(table.digest).toBe(goodAlone.digest);
          const access = [...listAllAccess(table)];
          const allowed = intersect([goodAlone, ...(await compileTakings(expected))].map(listAllAccess));
          expect(access.filter((one) => !allowed.has(one))).toEqual([]);
          if (expected.some(({ taken }) => taken.length > 1)) continue;
          // Two parts may take more away together.
          const all = await compileGood(expected.map(({ lastGood, taken }) => taken[0] ?? lastGood));
          const kept = intersect([allowed, listAllAccess(all)]);
          expect([...kept].filter((one) => !access.includes(one))).toEqual([]);
        }
      },
    ),
    { numRuns: draws(300) },
  );
}, 900_000);
