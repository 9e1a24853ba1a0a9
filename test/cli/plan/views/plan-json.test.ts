import { expect, test } from 'vitest';
import type { TableDelta } from '#compiler/plan/delta/table-delta.ts';
import { renderPlanJson } from '#cli/plan/views/plan-json.ts';
import { changeOf, findingOf, fullPlan, planOf } from './plan-reports.ts';

test('everything of a plan, files named from the configuration', async () => {
  await expect(renderPlanJson(fullPlan)).toMatchFileSnapshot('plans/plan.json.txt');
});

const delta: TableDelta = {
  format: 1,
  head: 'sha256:0',
  lists: {},
  settings: {},
  parts: { added: {}, edited: [], removed: [] },
};

test('nothing is cut, and what can be applied is at the end', () => {
  const changes = Array.from({ length: 1000 }, () => changeOf({ after: 'x'.repeat(1000) }));
  const plan = JSON.parse(renderPlanJson(planOf(changes, { deployments: [{ name: 'production', delta }] })));
  expect(plan.changes).toEqual(changes);
  expect(Object.keys(plan)).toEqual([
    'format',
    'deployment',
    'base',
    'head',
    'changes',
    'findings',
    'approved',
    'summary',
    'delta',
  ]);
});

test('several deployments are in one plan, each with its digests and its delta', () => {
  const deployments = [
    { name: 'production', base: 'sha256:0', head: 'sha256:1', delta },
    { name: 'qa', lacks: 'deployment', head: 'sha256:2', delta },
  ] as const;
  const { base, head } = planOf([]);
  const plan = JSON.parse(renderPlanJson(planOf([], { deployments, removedDeployments: ['test'] })));
  expect(plan).toEqual({
    format: 1,
    deployment: 'all',
    base,
    head,
    removedDeployments: ['test'],
    changes: [],
    findings: [],
    approved: [],
    summary: expect.any(Object),
    deployments,
  });
});

test('a head that does not compile has no changes, and findings without their fixes', () => {
  const fix = { title: 'Remove it', steps: [] };
  const { changes: _, ...broken } = planOf([], { findings: [findingOf({ fix })] });
  const plan = JSON.parse(renderPlanJson(broken));
  expect(Object.keys(plan)).not.toContain('changes');
  expect(plan.findings).toEqual([findingOf()]);
});
