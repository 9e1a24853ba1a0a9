import { expect, test } from 'vitest';
import { renderPlanForHumans } from '#cli/plan/views/plan-human.ts';
import { changeOf, findingOf, fullPlan, placeAt, plainContext, planOf } from './plan-reports.ts';

test('each change once, the gravest first, and the verdict at the end', async () => {
  await expect(renderPlanForHumans(fullPlan, plainContext)).toMatchFileSnapshot('plans/human.txt');
});

const fromMain = 'from origin/main (bbbbbbbbbbbb)';
const { head } = planOf([]);

test.each([
  [{}, fromMain, 'The route tables differ, but not in anything that a plan shows.'],
  [{ base: head, deployments: [{ name: 'production' }] }, 'from the working tree', 'Nothing changes.'],
  [
    { base: { name: 'v1' }, deployments: [{ name: 'production', lacks: 'configuration' }] } as const,
    'from v1',
    'Everything is added: v1 has no such configuration yet.',
  ],
  [
    { base: { name: 'v1' }, deployments: [{ name: 'production', lacks: 'deployment' }] } as const,
    'from v1',
    'Everything is added: v1 has no deployment production yet.',
  ],
  [{ base: { name: 'v1' }, removedDeployments: ['qa'] }, 'from v1', 'The deployment qa is removed.'],
])('nothing to show takes one line: %j', (more, from, said) => {
  expect(renderPlanForHumans(planOf([], more), plainContext)).toBe(
    `Plan for production: ${from} to the working tree. ${said} Lint was not checked.\n`,
  );
});

test('a head that does not compile is shown as lint shows it', () => {
  const { changes: _, ...broken } = planOf([], { findings: [findingOf({ at: placeAt('api.yaml', 2) })] });
  expect(renderPlanForHumans(broken, plainContext)).toBe(`\
Plan for production: from origin/main (bbbbbbbbbbbb) to the working tree.

The head does not compile, so nothing is compared.

error breaking-change-in-version GET /dogs was removed.
  gateway/api.yaml:2:3
    1 | kind: Api
    2 | name: DogPark
      |   ^^^^^^
  help: Make a new version for it.

To loosen a rule, such as breaking-change-in-version:
  everywhere: \`lint: { rules: { breaking-change-in-version: off } }\` in the configuration (or info, or warning)
  here: approve the change in gatewright-approvals.yaml, as \`gatewright plan\` shows

1 error
`);
});

test('long lists are cut, and the number of the others is shown', () => {
  const changes = Array.from({ length: 120 }, (_, index) =>
    changeOf({ subject: { kind: 'Tier', name: `t${index}` }, locations: {}, fingerprint: `${index}` }),
  );
  const findings = Array.from({ length: 60 }, () => findingOf());
  const text = renderPlanForHumans(planOf(changes, { findings }), plainContext);
  expect(text.split('\n').filter((line) => line.includes('more'))).toEqual([
    '  and 10 more',
    '  and 70 more',
  ]);
  expect(text.split('\n').length).toBeLessThan(500);
});

test.each([
  ['The limit changed.', 1000, 500, ': 1000 → 500'],
  ['gold: 1000 → 500 requests a minute.', 1000, 500, ''],
  ['gold: 1000 → 500 requests a minute.', { requests: 1000 }, { requests: 500 }, ''],
  ['It was 1000 and is 500.', 1000, 500, ''],
  ['It was 10000 and is 5000.', 1000, 500, ': 1000 → 500'],
  ['The state changed.', 'published', null, ': published → null'],
  ['The description changed.', '', 'A park.', ': "" → A park.'],
  ['The limit was added.', undefined, 500, ''],
])('%s of %j and %j is followed by %s', (message, before, after, values) => {
  const change = changeOf({ message, ...(before !== undefined && { before }), after, locations: {} });
  const [, , , line] = renderPlanForHumans(planOf([change]), plainContext).split('\n');
  expect(line).toBe(`  ~ DogPark/v1: ${message.slice(0, -1)}${values}`);
});

test('a change shows what is sensitive about it, where it is, and what a new version breaks', () => {
  const changes = [
    {
      id: 'x',
      compatibility: 'risky',
      path: 'operation',
      message: 'GET /dogs was removed.',
      operations: ['GET /dogs'],
    },
  ] as const;
  const plan = planOf(
    [
      changeOf({ sensitive: 'access', deployments: ['qa'] }),
      changeOf({ locations: {}, breaksPrevious: { api: 'DogPark/v1', changes }, fingerprint: '1' }),
      changeOf({ locations: {}, breaksPrevious: { api: 'DogPark/v1', changes: [] }, fingerprint: '2' }),
    ],
    { deployments: [{ name: 'production' }, { name: 'qa', lacks: 'deployment' }] },
  );
  expect(renderPlanForHumans(plan, plainContext)).toBe(`\
Plan for production and qa: from origin/main (bbbbbbbbbbbb) to the working tree.

origin/main has no deployment qa yet. Of a new deployment only its own settings are shown.

Sensitive: where calls go, who may call, what is checked
  ~ DogPark/v1: Something changed (who may call), only in qa
    gateway/api.yaml:7:3
    No application is affected.

2 other changes
  ~ DogPark/v1: Something changed
    Breaks for callers of DogPark/v1 that move to it:
    · GET /dogs was removed (risky)
  ~ DogPark/v1: Something changed
    Breaks nothing of DogPark/v1.

0 to add, 3 to change, 0 to remove; no application is affected.
Lint was not checked.
Allowed: 1 sensitive change.
`);
});

test('control characters show as marks', () => {
  const change = changeOf({ message: 'a\u001B[31m\nb', subject: { kind: 'User', name: '\u202Eada' } });
  expect(renderPlanForHumans(planOf([change]), plainContext)).toContain(
    '\n  ~ User \uFFFDada: a\uFFFD[31m\uFFFDb\n',
  );
});
