import { expect, test } from 'vitest';
import { renderPlanInBrief } from '#cli/plan/views/plan-brief.ts';
import { changeOf, findingOf, fullPlan, placeAt, plainContext, planOf } from './plan-reports.ts';

test('each change in a line with its verdict and whom it affects, the gravest first', async () => {
  await expect(renderPlanInBrief(fullPlan, plainContext)).toMatchFileSnapshot('plans/brief.txt');
});

test('nothing to show, and a head that does not compile, take one line', () => {
  const from = 'Plan for production: from origin/main (bbbbbbbbbbbb) to the working tree.';
  expect(renderPlanInBrief(planOf([]), plainContext)).toBe(
    `${from} The route tables differ, but not in anything that a plan shows.\n`,
  );
  const { changes: _, ...broken } = planOf([], { findings: [findingOf({ at: placeAt('api.yaml', 2) })] });
  expect(renderPlanInBrief(broken, plainContext)).toBe(
    `${from} The head does not compile, so nothing is compared.\n`,
  );
});

test('many changes and many applications are cut, and their number is shown', () => {
  const affected = ['A', 'B', 'C', 'D', 'E'].map((application) => ({
    application,
    owner: 'ada',
    effect: 'can no longer call it',
  }));
  const changes = Array.from({ length: 30 }, (_, index) =>
    changeOf({
      subject: { kind: 'Tier', name: `t${index}` },
      affected,
      locations: {},
      fingerprint: `${index}`,
    }),
  );
  const lines = renderPlanInBrief(planOf(changes), plainContext).split('\n');
  expect(lines[1]).toMatch(/; affects A, B, C,? and 2 more$/);
  expect(lines[11]).toBe('  and 20 more, which the same command shows with `--format human`');
  expect(lines.length).toBe(15);
});

test('a finding that says more than its changes is above them, and those that are left out are counted', () => {
  const changes = Array.from({ length: 5 }, (_, index) =>
    changeOf({ action: 'remove', message: `GET /${index} was removed.`, fingerprint: `${index}` }),
  );
  const ofChanges = changes.map(({ fingerprint }) => fingerprint);
  const findings = [findingOf({ message: 'Too much was removed.', ofChanges })];
  expect(renderPlanInBrief(planOf(changes, { findings }), plainContext).split('\n').slice(1, 6)).toEqual([
    '  ! forbidden: breaking-change-in-version: Too much was removed.',
    '    - DogPark/v1: GET /0 was removed',
    '    - DogPark/v1: GET /1 was removed',
    '    - DogPark/v1: GET /2 was removed',
    '    and 2 more',
  ]);
});
