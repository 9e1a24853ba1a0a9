import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyPlan } from '#compiler/plan/delta/apply-plan.ts';
import { planJson } from '#compiler/plan/delta/table-delta.ts';
import type { Change } from '#compiler/plan/change.ts';
import { plan } from '#compiler/plan/plan.ts';
import { draws } from '../../full-run.ts';
import { repositories } from './family/arbitrary-repository.ts';
import { compareRepositories, compareTexts, writeRepository } from './family/repository.ts';
import { rewrites } from './family/same-meaning.ts';

const runs = { numRuns: draws(60) };

describe('a plan', () => {
  test('of a table and itself has no changes', async () => {
    await fc.assert(
      fc.asyncProperty(repositories, async (repository) => {
        const { base, head, plan: found } = await compareRepositories(repository, repository);
        expect(found).toEqual({ base: base.digest, head: head.digest, changes: [] });
      }),
      runs,
    );
  });

  test.each(Object.entries(rewrites))('has no changes for %s', async (_, rewrite) => {
    await fc.assert(
      fc.asyncProperty(repositories, fc.nat(1000), async (repository, seed) => {
        const { plan: found } = await compareTexts(writeRepository(repository), rewrite(repository, seed));
        expect(found.changes).toEqual([]);
      }),
      { numRuns: draws(25) },
    );
  });

  test('has the same subjects backwards, what is added is removed, and no fingerprint twice', async () => {
    await fc.assert(
      fc.asyncProperty(repositories, repositories, async (before, after) => {
        const { base, head, plan: there } = await compareRepositories(before, after);
        const back = plan(head, base);
        expect(describeSteps(back.changes)).toEqual(describeSteps(there.changes).map(turn).toSorted());
        const fingerprints = there.changes.map(({ fingerprint }) => fingerprint);
        expect(new Set(fingerprints).size).toBe(fingerprints.length);
      }),
      runs,
    );
  });

  test('does not depend on how its two sides are written', async () => {
    await fc.assert(
      fc.asyncProperty(repositories, repositories, fc.nat(1000), async (before, after, seed) => {
        const { plan: plain } = await compareRepositories(before, after);
        const rewrite = Object.values(rewrites)[seed % 6];
        const { plan: other } = await compareTexts(
          rewrite?.(before, seed) ?? {},
          rewrite?.(after, seed + 1) ?? {},
        );
        expect(other).toEqual(plain);
      }),
      runs,
    );
  });
});

describe('the JSON of a plan', () => {
  test('leads from its base to its head, and from nothing', async () => {
    await fc.assert(
      fc.asyncProperty(repositories, repositories, async (before, after) => {
        const { base, head, plan: found } = await compareRepositories(before, after);
        const json: unknown = JSON.parse(JSON.stringify(planJson(found, base, head)));
        expect(applyPlan(base, json)).toEqual(head);
        const first: unknown = JSON.parse(JSON.stringify(planJson(plan(undefined, head), undefined, head)));
        expect(applyPlan(undefined, first)).toEqual(head);
      }),
      runs,
    );
  });
});

/** Of a gateway no more than its kind, since its name may change. */
/** Each once: a value that is added may be a change of another kind in another operation, but not one that is removed. */
function describeSteps(changes: readonly Change[]): readonly string[] {
  const steps = changes.map(
    ({ action, subject: { kind, name }, path }) =>
      `${action} ${kind} ${kind === 'Gateway' ? '' : name} ${path}`,
  );
  return [...new Set(steps)].toSorted();
}

function turn(step: string): string {
  if (step.startsWith('add ')) return step.replace('add ', 'remove ');
  return step.startsWith('remove ') ? step.replace('remove ', 'add ') : step;
}
