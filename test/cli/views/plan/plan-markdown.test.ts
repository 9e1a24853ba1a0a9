import * as fc from 'fast-check';
import { marked } from 'marked';
import { expect, test } from 'vitest';
import { renderPlanMarkdown } from '../../../../src/cli/views/plan/plan-markdown.ts';
import { changeOf, findingOf, fullPlan, hostilePlan, plainContext, planOf } from '../plan-reports.ts';

test('the verdict first, then what is forbidden, who is affected and what breaks; the rest is folded', async () => {
  await expect(renderPlanMarkdown(fullPlan, plainContext)).toMatchFileSnapshot('plans/comment.md.txt');
});

const walker = { application: 'DogWalker', owner: 'ada@example.edu', effect: 'loses access to DogPark/v1' };
const page = { ...walker, application: 'DogPage' };
const approvedOne = { finding: findingOf(), reason: 'nobody calls it', approvedBy: 'platform-team' };

test('a head that does not compile', () => {
  const { changes: _, ...broken } = planOf([], { findings: [findingOf()] });
  expect(renderPlanMarkdown(broken, plainContext)).toBe(`\
<!-- gatewright-plan -->

## gatewright plan: the head does not compile

For production: from origin/main (bbbbbbbbbbbb) to the working tree.

Fix the errors of the head first: until then nothing is compared.

### Findings

| Severity | Rule | Finding | Where |
| --- | --- | --- | --- |
| error | breaking-change-in-version | GET /dogs was removed.<br>Make a new version for it. | gateway/api.yaml:3 |
`);
});

test.each([
  [planOf([]), 'nothing to show'],
  [planOf([], { base: planOf([]).head }), 'nothing changes'],
  [planOf([changeOf()]), 'nothing breaks'],
  [planOf([changeOf({ compatibility: 'risky' })]), '1 risky change'],
  [
    planOf([changeOf({ compatibility: 'risky' }), changeOf({ compatibility: 'breaking' })]),
    '1 breaking change',
  ],
  [planOf([changeOf()], { findings: [findingOf({ severity: 'warning' })] }), 'nothing breaks'],
  [planOf([changeOf()], { findings: [findingOf()] }), 'forbidden'],
  [planOf([changeOf({ affected: [walker] })]), '1 application is affected'],
  [planOf([changeOf({ affected: [walker, page] })]), '2 applications are affected'],
  [planOf([changeOf({ affected: [walker] })], { approved: [approvedOne] }), 'allowed by approval'],
  [planOf([], { base: planOf([]).head, findings: [findingOf({ severity: 'warning' })] }), '1 warning'],
])('the verdict of plan %#', (plan, verdict) => {
  expect(renderPlanMarkdown(plan, plainContext).split('\n')[2]).toBe(`## gatewright plan: ${verdict}`);
});

test.each([
  [[changeOf()], '1 change'],
  [[changeOf(), changeOf()], '2 changes'],
  [[changeOf({ compatibility: 'risky' }), changeOf()], '1 other change'],
])('how many changes are folded in plan %#', (changes, title) => {
  const markdown = renderPlanMarkdown(planOf(changes), plainContext);
  expect(/<summary>(.*)<\/summary>/.exec(markdown)?.[1]).toBe(title);
});

test('what has no room is counted, and the gravest has room', () => {
  const long = { message: '<'.repeat(5000), affected: [{ application: 'A', owner: '@x', effect: 'fails' }] };
  const changes = Array.from({ length: 3000 }, (_, index) =>
    changeOf({ ...long, compatibility: index % 2 === 0 ? 'breaking' : 'compatible' }),
  );
  const findings = Array.from({ length: 3000 }, () => findingOf(long));
  const markdown = renderPlanMarkdown(planOf(changes, { findings }), plainContext);
  expect(markdown.length).toBeLessThan(62_000);
  const rest = markdown.match(/^… and \d+ more, not shown here\.$/gm) ?? [];
  expect(rest).toHaveLength(3);
  const rows = markdown.match(/^\| (?:error|<code>).*$/gm)?.length ?? 0;
  const left = rest.map((line) => Number(/\d+/.exec(line)?.[0])).reduce((sum, count) => sum + count, 0);
  expect(rows + left).toBe(6000);
  expect(markdown).toContain('| A | @&#8203;x | fails |');
  expect(renderPlanMarkdown(planOf(changes), plainContext, 500_000).length).toBeGreaterThan(400_000);
});

const tags = new Set([
  'h2',
  'h3',
  'p',
  'strong',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'br',
  'code',
  'details',
  'summary',
]);

test('whatever users wrote, it is text in its cell and calls nobody', () => {
  fc.assert(
    fc.property(hostilePlan, (plan) => {
      const markdown = renderPlanMarkdown(plan, plainContext);
      const rows = markdown.split('\n').filter((line) => line.startsWith('| '));
      for (const row of rows) expect([4, 5]).toContain(row.split('|').length - 1);
      const html = marked
        .parse(markdown, { async: false, gfm: true })
        .replace('<!-- gatewright-plan -->', '');
      const found = [...html.matchAll(/<\/?([^\s>]*)/g)].map(([, tag = '']) => tag);
      expect(found.filter((tag) => !tags.has(tag))).toEqual([]);
      const changes = plan.changes?.length ?? 0;
      expect(html.match(/<td><code>[-+~]<\/code><\/td>/g) ?? []).toHaveLength(changes);
      expect(markdown).not.toMatch(/(?:@|(?<!&)#)\w/);
    }),
    { numRuns: 300 },
  );
});
