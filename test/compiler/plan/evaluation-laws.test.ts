import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlanVerdict } from '#compiler/plan/approvals/apply-approvals.ts';
import { evaluateComparison } from '#pipeline/compare.ts';
import { draws, isFull } from '../../full-run.ts';
import { compareFiles } from './compare-files.ts';
import { repositories } from './family/arbitrary-repository.ts';
import { writeRepository } from './family/repository.ts';
import { rewrites } from './family/same-meaning.ts';
import { approving } from './evaluate-edits.ts';

type Files = Readonly<Record<string, string>>;

async function evaluateFiles(base: Files, head: Files): Promise<PlanVerdict> {
  return evaluateComparison(await compareFiles(base, head));
}

function approveAll({ findings }: PlanVerdict): Files {
  const entries = findings.flatMap(({ code, changes }) => changes.map((change) => [code, change] as const));
  const { file, content } = approving(...entries);
  return { [file]: content };
}

test('nothing is found where the same is written in another way', async () => {
  await fc.assert(
    fc.asyncProperty(repositories, fc.nat(1000), async (repository, seed) => {
      const rewrite = Object.values(rewrites)[seed % Object.keys(rewrites).length];
      const { findings } = await evaluateFiles(
        writeRepository(repository),
        rewrite?.(repository, seed) ?? {},
      );
      expect(findings).toEqual([]);
    }),
    { numRuns: draws(40) },
  );
});

test('each finding has a fingerprint, and everything passes where all of them are approved', async () => {
  const found = new Set<string>();
  await fc.assert(
    fc.asyncProperty(repositories, repositories, async (before, after) => {
      const [base, head] = [writeRepository(before), writeRepository(after)];
      const forbidden = await evaluateFiles(base, head);
      for (const { code } of forbidden.findings) found.add(code);
      expect(forbidden.findings.filter(({ changes }) => changes.length !== 1)).toEqual([]);
      const { findings, approved } = await evaluateFiles(base, { ...head, ...approveAll(forbidden) });
      expect(findings).toEqual([]);
      expect(approved.map(({ finding }) => finding)).toEqual(forbidden.findings);
    }),
    { numRuns: draws(150) },
  );
  expect(found.size).toBeGreaterThan(isFull ? 3 : 0);
});

test('the approvals of one change let nothing of another one pass', async () => {
  await fc.assert(
    fc.asyncProperty(repositories, repositories, async (before, after) => {
      const [base, head] = [writeRepository(before), writeRepository(after)];
      const there = await evaluateFiles(base, head);
      const { findings, approved } = await evaluateFiles(head, { ...base, ...approveAll(there) });
      expect(approved).toEqual([]);
      expect(findings.filter(({ code }) => code !== 'approval-unused')).toEqual(
        (await evaluateFiles(head, base)).findings,
      );
    }),
    { numRuns: draws(40) },
  );
});
