import * as fc from 'fast-check';
import { marked } from 'marked';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#compiled/json.ts';
import { diffContracts } from '#compiler/plan/contract/diff-contracts.ts';
import type { LocatedChange, PlanReport } from '#cli/plan/plan-report.ts';
import { renderPlanMarkdown } from '#cli/plan/views/plan-markdown.ts';
import {
  changeOf,
  findingOf,
  fullPlan,
  hostilePlan,
  placeAt,
  plainContext,
  planOf,
  unchanged,
} from './plan-reports.ts';

test('the verdict first, then each change once, the gravest first; the rest is folded', async () => {
  await expect(renderPlanMarkdown(fullPlan, plainContext)).toMatchFileSnapshot('plans/comment.md.txt');
});

const walker = { application: 'DogWalker', owner: 'ada@example.edu', effect: 'loses access to DogPark/v1' };
const page = { ...walker, application: 'DogPage' };
const approvedOne = { finding: findingOf(), reason: 'nobody calls it', approvedBy: 'platform-team' };
const links = {
  commit: 'c'.repeat(40),
  urlOf: (file: string, line: number, side: string) => `https://git.example/${side}/${file}#L${line}`,
};

/** A change of a limit of a query parameter, in two operations. */
function limited(
  keyword: string,
  before: { readonly value: number; readonly exclusive: boolean },
  after: typeof before,
): Partial<LocatedChange> {
  return {
    path: `query parameter limit ${keyword}`,
    message: `GET /a and 1 more: query parameter limit: ${keyword} changed.`,
    operations: ['GET /a', 'GET /b'],
    limit: { keyword, before, after },
  };
}

/** A comment without the entries to paste, which contain no text of users. */
function withoutApprovals(text: string): string {
  return text.replace(/\n<details><summary>Entries for gatewright-approvals.yaml[^]*?<\/details>/, '');
}

/** The lists of a plan, each item as a line. */
function itemsOf(
  report: PlanReport,
  context: Parameters<typeof renderPlanMarkdown>[1] = plainContext,
): readonly string[] {
  return withoutApprovals(renderPlanMarkdown(report, context))
    .split('\n')
    .filter((line) => /^(?:- | {2}|###|<details>)/.test(line));
}

test('entries for the file of approvals, each once', () => {
  const change = 'a'.repeat(32);
  const forbidden = findingOf({ code: 'breaking-change-in-version', severity: 'error', changes: [change] });
  const text = renderPlanMarkdown(planOf([], { findings: [forbidden, forbidden] }), plainContext);
  expect(text.split('```yaml\n')[1]?.split('\n```')[0]).toBe(
    `- change: '${change}'\n  rule: breaking-change-in-version\n  reason: '' # why\n  approvedBy: '' # who`,
  );
});

test('a breaking change that a lowered rule allows names that rule, not the state of the version', () => {
  const loweredRule = { rule: 'breaking-change-in-version', severity: 'off' } as const;
  const text = renderPlanMarkdown(
    planOf([changeOf({ compatibility: 'breaking', loweredRule })], { findings: [] }),
    plainContext,
  );
  expect(text).toContain('allowed since breaking-change-in-version is off in gateway.config.yaml');
  expect(text).not.toContain('not in a live version');
});

test('a head that does not compile', () => {
  const { changes: _, ...broken } = planOf([], { findings: [findingOf()] });
  expect(renderPlanMarkdown(broken, plainContext)).toBe(
    `\
<!-- gatewright-plan -->

## The head does not compile (the working tree)

For production: from origin/main (bbbbbbbbbbbb) to the working tree. Fix the errors of the head first: until then nothing is compared.

### Errors

- **breaking-change-in-version**: GET /dogs was removed. Make a new version for it. (\`gateway/api.yaml:3\`)
`.replace('GET /dogs was', '`GET /dogs` was'),
  );
});

const breaking = changeOf({ compatibility: 'breaking', fingerprint: '1'.repeat(32) });
const risky = changeOf({ compatibility: 'risky', fingerprint: '2'.repeat(32) });
const forbid = ({ fingerprint }: LocatedChange) =>
  findingOf({ changes: [fingerprint], ofChanges: [fingerprint] });

test.each([
  [planOf([]), 'Allowed: nothing to show'],
  [unchanged([]), 'Allowed: nothing changes'],
  [planOf([changeOf()]), 'Allowed: nothing breaks'],
  [planOf([risky]), 'Allowed: 1 risky change'],
  [planOf([risky, breaking]), 'Allowed: 2 changes, 1 of them breaking'],
  [planOf([changeOf()], { findings: [findingOf({ severity: 'warning' })] }), 'Allowed: nothing breaks'],
  [planOf([changeOf()], { findings: [findingOf()] }), 'Forbidden: 1 change'],
  [planOf([risky, breaking], { findings: [forbid(breaking)] }), 'Forbidden: 1 breaking change'],
  [planOf([risky], { findings: [forbid(risky)] }), 'Forbidden: 1 risky change'],
  [
    planOf([risky, breaking], { findings: [forbid(risky), forbid(breaking)] }),
    'Forbidden: 2 changes, 1 of them breaking',
  ],
  [planOf([changeOf({ affected: [walker] })]), 'Allowed: 1 application affected'],
  [planOf([changeOf({ affected: [walker, page] })]), 'Allowed: 2 applications affected'],
  [
    planOf([changeOf({ affected: [walker], sensitive: 'access' })]),
    'Allowed: 1 sensitive change, 1 application affected',
  ],
  [planOf([changeOf({ sensitive: 'checks' })]), 'Allowed: 1 sensitive change'],
  [planOf([changeOf({ affected: [walker] })], { approved: [approvedOne] }), 'Allowed by approval: 1 change'],
  [unchanged([], { findings: [findingOf({ severity: 'warning' })] }), 'Allowed: 1 warning'],
])('the verdict of plan %#', (plan, verdict) => {
  expect(renderPlanMarkdown(plan, plainContext).split('\n')[2]).toBe(`## ${verdict} (the working tree)`);
});

const manyChanges = Array.from({ length: 6 }, (_, index) => changeOf({ fingerprint: `${index}` }));

test.each([
  [[changeOf()], '### 1 change'],
  [manyChanges.slice(1), '### 5 changes'],
  [manyChanges, '<details><summary>6 changes</summary>'],
  [[risky, changeOf()], '<details><summary>1 other change</summary>'],
])('other changes are folded, unless they are few and all there is, plan %#', (changes, title) => {
  const markdown = renderPlanMarkdown(planOf(changes), plainContext);
  expect(markdown.split('\n').findLast((line) => /^(?:###|<details>)/.test(line))).toBe(title);
});

describe('an entry', () => {
  test('is a change with the findings about it, breaking before risky', () => {
    const findings = [forbid(risky), forbid(breaking)];
    expect(itemsOf(planOf([risky, breaking], { findings }))).toEqual([
      '### Forbidden',
      '- **breaking-change-in-version**: `GET /dogs` was removed. Make a new version for it.<br>',
      '  · **DogPark/v1**: Something changed – *breaking* (`gateway/api.yaml:7`)<br>',
      `  To approve: \`breaking-change-in-version\`, fingerprint \`${breaking.fingerprint}\``,
      '- **breaking-change-in-version**: `GET /dogs` was removed. Make a new version for it.<br>',
      '  · **DogPark/v1**: Something changed – *risky* (`gateway/api.yaml:7`)<br>',
      `  To approve: \`breaking-change-in-version\`, fingerprint \`${risky.fingerprint}\``,
    ]);
  });

  test('leaves out what a finding repeats of its change', () => {
    const finding = { ...forbid(breaking), message: 'DogPark/v1 is published, but: Something changed.' };
    const plan = planOf([breaking, risky], {
      findings: [finding, { ...finding, ofChanges: ['2'.repeat(32)] }],
    });
    expect(itemsOf(plan)[1]).toBe(
      '- **DogPark/v1**: Something changed – *breaking* (`gateway/api.yaml:7`)<br>',
    );
    expect(renderPlanMarkdown(plan, plainContext).split('\n').slice(8, 10)).toEqual([
      'Make a new version for it.<br>',
      'To allow a forbidden change, add its rule, its fingerprint, a reason and the approver to `gatewright-approvals.yaml`.',
    ]);
  });

  test('is all changes that a finding is about', () => {
    const removed = changeOf({ message: 'DogPark/v1 was removed.', fingerprint: '3'.repeat(32) });
    const ofChanges = [removed.fingerprint, breaking.fingerprint];
    const finding = findingOf({ message: 'It has callers.', changes: ['4'.repeat(32)], ofChanges });
    expect(itemsOf(planOf([removed, breaking], { findings: [finding] }))).toEqual([
      '### Forbidden',
      '- **breaking-change-in-version**: It has callers. Make a new version for it.<br>',
      '  · **DogPark/v1**: Something changed – *breaking* (`gateway/api.yaml:7`)<br>',
      '  · **DogPark/v1** was removed (`gateway/api.yaml:7`)<br>',
      `  To approve: \`breaking-change-in-version\`, fingerprint \`${'4'.repeat(32)}\``,
    ]);
  });

  test('shows several values of one list together, with the fingerprint of each', () => {
    const values = ['name', 'breed'].map((value) =>
      changeOf({
        id: 'request-enum-value-removed',
        action: 'remove',
        message: `GET /dogs: query parameter sort: value ${value} was removed.`,
        before: value,
        compatibility: 'breaking',
        operations: ['GET /dogs'],
        fingerprint: value,
      }),
    );
    const findings = values.map((change) => ({ ...forbid(change), message: `It breaks: ${change.message}` }));
    expect(itemsOf(planOf(values, { findings }))).toEqual([
      '### Forbidden',
      '- **DogPark/v1**, `GET /dogs`: query `sort`: values name, breed were removed – *breaking* (`gateway/api.yaml:7`)<br>',
      '  To approve: `breaking-change-in-version`, fingerprint `name`, `breed`',
    ]);
  });

  test('of a sensitive change is unfolded, with those affected', () => {
    const target = changeOf({
      message: 'DogPark/v1: upstream URL of the production endpoint https://a_1.example → https://b.example.',
      sensitive: 'traffic',
      affected: [{ ...walker, effect: 'reaches DogPark/v1 at https://b.example' }],
    });
    expect(
      itemsOf(planOf([target, changeOf({ sensitive: 'checks', message: 'Off.', fingerprint: '5' })])),
    ).toEqual([
      '### Sensitive: where calls go, who may call, what is checked',
      '- **DogPark/v1**: upstream URL of the production endpoint `https://a_1.example` → `https://b.example` – *where calls go* (`gateway/api.yaml:7`)<br>',
      '  Affects DogWalker (`ada@example.edu`): reaches DogPark/v1 at `https://b.example`.',
      '- **DogPark/v1**: Off – *what is checked* (`gateway/api.yaml:7`)<br>',
      '  No application is affected.',
    ]);
  });

  test('of a new version shows what it breaks of the one before', () => {
    const changes = Array.from({ length: 12 }, (_, index) => ({
      id: 'x',
      compatibility: index === 11 ? ('breaking' as const) : ('risky' as const),
      path: `query parameter p${index}`,
      message: `GET /dogs: query parameter p${index} was removed.`,
      operations: ['GET /dogs'],
    }));
    const added = changeOf({ sensitive: 'traffic', breaksPrevious: { api: 'DogPark/v1', changes } });
    const items = itemsOf(planOf([added]));
    expect([...items.slice(2, 5), items.at(-2)]).toEqual([
      '  Breaks for callers of `DogPark/v1` that move to it:<br>',
      '  · `GET /dogs`: query `p11` was removed<br>',
      '  · `GET /dogs`: query `p0` was removed – *risky*<br>',
      '  · and 2 more<br>',
    ]);
  });

  test('names the deployments that it is not about all of', () => {
    const [item] = itemsOf(planOf([changeOf({ deployments: ['qa', 'test'] })])).slice(1);
    expect(item).toBe('- **DogPark/v1**: Something changed, only in `qa` and `test` (`gateway/api.yaml:7`)');
  });

  test.each<[Partial<LocatedChange>, string]>([
    [
      limited('maximum', { value: 100, exclusive: false }, { value: 50, exclusive: false }),
      'at most 50, was 100',
    ],
    [limited('maximum', { value: 9, exclusive: true }, { value: 8, exclusive: true }), 'below 8, was 9'],
    [
      limited('minimum', { value: 0, exclusive: false }, { value: 0, exclusive: true }),
      'above 0, was at least 0',
    ],
    [
      limited('maxLength', { value: 5, exclusive: false }, { value: 9, exclusive: false }),
      'at most 9 characters, was 5',
    ],
  ])('says what a limit allows: %j', (limit, text) => {
    const [item] = itemsOf(planOf([changeOf({ ...limit, locations: {} })])).slice(1);
    expect(item).toBe(`- **DogPark/v1**, \`GET /a\`, \`GET /b\`: query \`limit\` ${text}`);
  });

  test.each<[Partial<LocatedChange>, string]>([
    [
      { message: 'DogPark/v1 at /dog_park/v1 was removed: published.' },
      ' at `/dog_park/v1` was removed: published',
    ],
    [{ message: 'GET /a was removed.', operations: ['GET /a'] }, ', `GET /a` was removed'],
    [
      { message: 'The title changed.', before: { title: 'A' }, after: { title: 'B' } },
      ': The title changed: A → B',
    ],
    [{ before: { secrets: 1 }, after: { secrets: 2 } }, ': Something changed: secrets 1 → 2'],
    [
      { before: true, after: false, at: { head: { in: 'contract', pointer: '/paths/~1a/get/deprecated' } } },
      ': Something changed: deprecated true → false',
    ],
  ])('says what changes, %#', (more, text) => {
    const [item] = itemsOf(planOf([changeOf({ ...more, locations: {} })])).slice(1);
    expect(item).toBe(`- **DogPark/v1**${text}`);
  });
});

/** A contract of which one query parameter has a schema. */
function contractOf(schema: JsonObject): JsonObject {
  const responses = { '204': { description: 'Done.' } };
  const get = { parameters: [{ name: 'q', in: 'query', schema }], responses };
  return { openapi: '3.0.3', info: { title: 'Dogs', version: '1' }, paths: { '/dogs': { get } } };
}

/** The pieces of code in the entry of the only change from one schema to another. */
function codeOfChange(base: JsonObject, head: JsonObject): readonly string[] {
  const [change, ...others] = diffContracts(contractOf(base), contractOf(head));
  expect(others).toEqual([]);
  const { message = '', operations = [] } = change ?? {};
  const plan = planOf([changeOf({ message, operations, locations: {} })]);
  const html = marked.parse(renderPlanMarkdown(plan, plainContext), { async: false, gfm: true });
  const [, item = ''] = /<li>(.*?)<\/li>/s.exec(html) ?? [];
  return [...item.matchAll(/<code>(.*?)<\/code>/gs)].map(([, code = '']) =>
    code.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').replaceAll('&#39;', "'"),
  );
}

describe('a pattern is code', () => {
  test.each(['^(a|b)*$', 'a`b', '^`', '``+$', '^\\`$', '<b>&', '@team', '^ a $', ' a ', 'a_b_c~~d'])(
    'that is %j',
    (pattern) => {
      const [old, now] = [
        { type: 'string', pattern: 'old' },
        { type: 'string', pattern },
      ];
      expect(codeOfChange(old, now)).toEqual(['GET /dogs', 'q', 'old', pattern]);
      expect(codeOfChange({ type: 'string' }, now)).toEqual(['GET /dogs', 'q', pattern]);
      expect(codeOfChange(now, { type: 'string' })).toEqual(['GET /dogs', 'q', pattern]);
    },
  );

  test('of several lines', () => {
    expect(codeOfChange({ type: 'string' }, { type: 'string', pattern: 'a\n\n- b' })[2]).toMatch(/^a\S+- b$/);
  });

  test('that has no room', () => {
    const [, , code = ''] = codeOfChange({ type: 'string' }, { type: 'string', pattern: 'a+'.repeat(400) });
    expect(code).toMatch(/^(a\+){200,}a?…$/);
  });

  test('of the names of properties', () => {
    const closed = { type: 'object', additionalProperties: false };
    const open = { ...closed, patternProperties: { '^[a-z |`]+$': {} } };
    expect(codeOfChange(open, closed)).toEqual(['GET /dogs', 'q', '/{^[a-z |`]+$}']);
  });

  test('of each schema in allOf', () => {
    const allOf = [{ pattern: '^a`' }, { pattern: '`b$' }];
    expect(codeOfChange({ type: 'string' }, { type: 'string', allOf })).toEqual([
      'GET /dogs',
      'q',
      '^a`',
      '`b$',
    ]);
  });
});

test('a known host gives the commit and links', () => {
  const base = changeOf({ action: 'remove', fingerprint: '6', locations: { base: placeAt('b_1.yaml', 2) } });
  const report = planOf([changeOf(), base]);
  expect(renderPlanMarkdown(report, { ...plainContext, links }).split('\n')[2]).toBe(
    '## Allowed: nothing breaks (ccccccc)',
  );
  expect(itemsOf(report, { ...plainContext, links }).slice(1)).toEqual([
    '- **DogPark/v1**: Something changed ([`gateway/api.yaml:7`](https://git.example/head/gateway/api.yaml#L7))',
    '- **DogPark/v1**: Something changed ([`gateway/b_1.yaml:2`](https://git.example/base/gateway/b_1.yaml#L2) in the base)',
  ]);
});

test.each([
  [{ errors: 3, warnings: 0 }, [], '**Lint fails: 3 errors.**'],
  [{ errors: 1, warnings: 2 }, [findingOf()], '**Lint also fails: 1 error, 2 warnings.**'],
  [{ errors: undefined, warnings: 0 }, [], '**Lint could not run.**'],
  [{ errors: 0, warnings: 1 }, [], '**Lint passes: 1 warning.**'],
  [{ errors: 0, warnings: 0 }, [], '**Lint passes.**'],
  [undefined, [], expect.stringMatching(/^For production/)],
])('whether the head lints takes one line: %j', (lint, findings, line) => {
  const markdown = renderPlanMarkdown(
    planOf([changeOf()], { ...(lint && { lint }), findings }),
    plainContext,
  );
  expect(markdown.split('\n')[4]).toEqual(line);
});

test('what has no room is counted, and the gravest has room', () => {
  const long = { message: '<'.repeat(5000), affected: [{ application: 'A', owner: '@x', effect: 'fails' }] };
  const changes = Array.from({ length: 3000 }, (_, index) =>
    changeOf({
      ...long,
      fingerprint: `${index}`,
      compatibility: index % 2 === 0 ? 'breaking' : 'compatible',
    }),
  );
  const findings = Array.from({ length: 3000 }, () => findingOf(long));
  const markdown = renderPlanMarkdown(planOf(changes, { findings }), plainContext);
  expect(markdown.length).toBeLessThan(62_000);
  const rest = markdown.match(/^… and \d+ more, not shown here\.$/gm) ?? [];
  expect(rest).toHaveLength(3);
  const items = markdown.match(/^- /gm)?.length ?? 0;
  const left = rest.map((line) => Number(/\d+/.exec(line)?.[0])).reduce((sum, count) => sum + count, 0);
  expect(items + left).toBe(6000);
  expect(markdown).toContain('Affects A (`@x`): fails.');
  expect(renderPlanMarkdown(planOf(changes), plainContext, 500_000).length).toBeGreaterThan(400_000);
});

const tags = new Set(['h2', 'h3', 'p', 'strong', 'em', 'ul', 'li', 'br', 'code', 'details', 'summary']);

test('whatever users wrote, it is text or code in its item and calls nobody', () => {
  fc.assert(
    fc.property(hostilePlan, (plan) => {
      const markdown = withoutApprovals(renderPlanMarkdown(plan, plainContext));
      const html = marked
        .parse(markdown, { async: false, gfm: true })
        .replace('<!-- gatewright-plan -->', '');
      const found = [...html.matchAll(/<\/?([^\s>]*)/g)].map(([, tag = '']) => tag);
      expect(found.filter((tag) => !tags.has(tag))).toEqual([]);
      expect(html.replaceAll(/<code>.*?<\/code>/gs, ' ').replaceAll(/&#?\w+;/g, ' ')).not.toMatch(
        /(?<!\w)[@#]\w/,
      );
      expect(markdown).not.toMatch(/\u200B|&#8203;/);
    }),
    { numRuns: 300 },
  );
});
