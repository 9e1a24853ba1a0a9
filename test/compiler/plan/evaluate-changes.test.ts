import { describe, expect, test } from 'vitest';
import type { Change } from '#compiler/plan/change.ts';
import type { ExampleEdit } from '#compiler/rule/define-rule.ts';
import { addApi, editApi, editGateway, editSubscription } from '#compiler/rule/example-edits.ts';
import { evaluateComparison } from '#pipeline/compare.ts';
import { compareEdits, describeFinding } from './compare-files.ts';
import { changeOf, evaluateEdits } from './evaluate-edits.ts';

const unsubscribe: ExampleEdit = { file: 'apis/dog_park/v1/subscriptions.yaml', isGone: true };
const retire = [editApi('published', 'retired'), unsubscribe];
const set = (settings: string) => editGateway('deployments:', `lint: { ${settings} }\ndeployments:`);
const unset = editGateway('lint: { rules: { lifecycle-order: info } }\n', '');

async function severities(
  base: readonly ExampleEdit[],
  head: readonly ExampleEdit[],
): Promise<readonly string[]> {
  const { findings } = await evaluateEdits(base, head);
  return findings.map(({ severity, code }) => `${severity} ${code}`);
}

describe('the severity of a rule', () => {
  test.each([
    ['is its own', 'rules: {}', ['error lifecycle-order']],
    ['is set by the gateway', 'rules: { lifecycle-order: warning }', ['warning lifecycle-order']],
    ['is off where the gateway says so', 'rules: { lifecycle-order: off }', []],
    [
      'is set for some files',
      'overrides: [{ files: ["apis/dog_park/**"], rules: { lifecycle-order: info } }]',
      ['info lifecycle-order'],
    ],
    [
      'is its own in other files',
      'overrides: [{ files: ["apis/cat_park/**"], rules: { lifecycle-order: info } }]',
      ['error lifecycle-order'],
    ],
  ])('%s', async (_, settings, expected) => {
    expect(await severities([set(settings)], retire)).toEqual(expected);
  });

  test('is as head sets it', async () => {
    expect(await severities([set('rules: { lifecycle-order: info }')], [...retire, unset])).toEqual([
      'error lifecycle-order',
    ]);
  });

  test('is off where that of its twin is', async () => {
    const base = [addApi('dog_park/v2', { version: 'v2' })];
    const head = [addApi('dog_park/v3', { version: 'v3' })];
    const more = 'needless-version: off';
    expect(await severities([...base, set(`rules: { ${more} }`)], head)).toEqual([
      'error live-versions-rise',
    ]);
    const twin = set(`rules: { ${more}, api-live-versions: off }`);
    expect(await severities([...base, twin], head)).toEqual([]);
  });
});

describe('a rule whose severity is lowered', () => {
  test.each([
    [
      'in any file',
      'rules: { lifecycle-order: off }',
      'The severity of lifecycle-order is lowered from error to off.',
    ],
    [
      'in some files',
      'overrides: [{ files: ["**/v1/api.yaml"], rules: { lifecycle-order: info } }]',
      'The severity of lifecycle-order in apis/dog_park/v1/api.yaml is lowered from error to info.',
    ],
    [
      'in several files',
      'overrides: [{ files: ["**/v1/**"], rules: { lifecycle-order: warning } }]',
      'The severity of lifecycle-order in 3 files (including apis/dog_park/v1/api.yaml) is lowered from error to warning.',
    ],
    [
      'a warning',
      'rules: { needless-version: off }',
      'The severity of needless-version is lowered from warning to off.',
    ],
    [
      'since its twin is off',
      'rules: { api-live-versions: off }',
      'The severity of live-versions-rise is lowered from error to off.',
    ],
  ])('is reported for %s, though nothing else changes', async (_, settings, message) => {
    const { findings } = await evaluateEdits([], [set(settings)]);
    expect(findings.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['warning rule-relaxed']);
    expect(findings.map(describeFinding)).toEqual([`gateway.config.yaml:4:7 ${message}`]);
  });

  test('still reports its findings, as warnings', async () => {
    expect(await severities([], [...retire, set('rules: { lifecycle-order: off }')])).toEqual([
      'warning rule-relaxed',
      'warning lifecycle-order',
    ]);
  });

  test('still reports what moves to where it is off', async () => {
    const off = 'overrides: [{ files: ["apis/legacy/**"], rules: { lifecycle-order: off } }]';
    const move = [
      { file: 'apis/dog_park/v1/api.yaml', isGone: true } as const,
      addApi('legacy/v1', { version: 'v1', state: 'retired' }),
      unsubscribe,
    ];
    expect(await severities([set(off)], move)).toEqual(['warning lifecycle-order']);
  });

  test.each([
    ['was none before', 'rules: { lifecycle-order: off }', 'rules: { lifecycle-order: warning }'],
    [
      'is set as it is by itself',
      'rules: {}',
      'rules: { lifecycle-order: error, needless-version: warning }',
    ],
  ])('is not reported where it %s', async (_, before, after) => {
    const change = editGateway(`lint: { ${before} }`, `lint: { ${after} }`);
    expect(await severities([set(before)], [change])).toEqual([]);
  });
});

test('renaming a deprecated API adds no subscribers', async () => {
  const rename = [editApi('DogPark', 'Dogpark'), editSubscription('DogPark/v1', 'Dogpark/v1')];
  const base = [editApi('published', 'deprecated\ndeprecation: { since: 2026-01-31 }')];
  expect(await severities(base, rename)).toEqual(['error api-identity-immutable']);
});

describe('a change of a contract', () => {
  const spot = { in: 'contract', pointer: '/paths/~1dogs/get' } as const;
  const breed = (compatibility: Change['compatibility']) =>
    changeOf(
      {
        id: 'parameter-removed',
        subject: { kind: 'Api', name: 'DogPark/v1' },
        path: 'query parameter breed',
        message: 'GET /dogs: query parameter breed was removed.',
        at: { base: spot, head: spot },
        ...(compatibility && { compatibility }),
      },
      ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Gil'].map((application) => ({
        application,
        owner: 'ada@example.edu',
        effect: 'may fail',
      })),
    );
  const place = 'apis/dog_park/v1/openapi.yaml:9:5';

  test.each<[Change['compatibility'], readonly string[]]>([
    [
      'breaking',
      [
        `${place} DogPark/v1 is published, but this change breaks its callers: GET /dogs: query parameter breed was removed.`,
      ],
    ],
    [
      'risky',
      [
        `${place} DogPark/v1 is published, but this change may break its callers: GET /dogs: query parameter breed was removed.`,
      ],
    ],
    ['compatible', []],
    ['text', []],
    [undefined, []],
  ])('that is %s', async (compatibility, expected) => {
    const { findings } = await evaluateEdits([], [], [breed(compatibility)]);
    expect(findings.map(describeFinding)).toEqual(expected);
  });

  test('names those that it touches, though not all of many', async () => {
    const { findings } = await evaluateEdits([], [], [breed('breaking')]);
    expect(findings.map(({ help, impact, changes }) => ({ help, impact, changes }))).toEqual([
      {
        help: 'Keep existing calls working, or make the change in a new version.',
        impact: 'Ada, Bea, Cleo, Dora, Eve and 2 more are affected.',
        changes: [breed('breaking').fingerprint],
      },
    ]);
  });

  test.each([
    ['created', 'created', 0],
    ['created', 'published', 0],
    ['published', 'published', 1],
    ['blocked', 'blocked', 1],
    ['deprecated', 'deprecated', 1],
    ['deprecated', 'retired', 0],
  ])('of a version that is %s, then %s', async (before, after, count) => {
    const base = [editApi('published', before), unsubscribe];
    const head = before === after ? [] : [editApi(before, after)];
    const { findings } = await evaluateEdits(base, head, [breed('risky')]);
    expect(findings.filter(({ code }) => code === 'breaking-change-in-version')).toHaveLength(count);
  });
});

describe('something that was removed is reported', () => {
  test('at its former location, if its file was removed', async () => {
    const head = ['api.yaml', 'openapi.yaml'].map(
      (name) => ({ file: `apis/dog_park/v1/${name}`, isGone: true }) as const,
    );
    const { findings } = await evaluateEdits([], [...head, unsubscribe]);
    expect(
      findings.map((one) => ({ place: describeFinding(one).split(' ')[0], isInBase: one.isInBase })),
    ).toEqual([{ place: 'apis/dog_park/v1/api.yaml:5:8', isInBase: true }]);
  });

  test('at the start of its file, if the file still exists', async () => {
    const cat = addApi('dog_park/v1', {
      name: 'CatPark',
      context: '/cat_park',
      version: 'v1',
      state: 'created',
    });
    const definition = { file: cat.file.replace('api.yaml', 'openapi.yaml') };
    const cats = 'openapi: 3.0.3\ninfo: { title: Cats, version: "1" }\npaths: {}\n';
    const head: readonly ExampleEdit[] = [cat, unsubscribe, { ...definition, content: cats }];
    const { findings } = await evaluateEdits([], head);
    expect(
      findings.map(({ code, at, isInBase, related }) => ({ code, line: at.line, isInBase, related })),
    ).toEqual([
      {
        code: 'removed-without-deprecation',
        line: 1,
        isInBase: undefined,
        related: [
          {
            message: 'it was here before',
            at: { file: cat.file, line: 5, column: 8, endLine: 5, endColumn: 17, pointer: '/state' },
          },
        ],
      },
    ]);
  });
});

test('nothing is found between two states that are the same', async () => {
  const { findings, approved } = await evaluateEdits([], []);
  expect([findings, approved]).toEqual([[], []]);
});

test('a rule that fails is reported, and the others still run', async () => {
  const comparison = await compareEdits([], [editApi('published', 'created')]);
  const plan = {
    ...comparison.plan,
    get changes(): never {
      throw new Error('There is no telling.');
    },
  };
  const { findings } = evaluateComparison({ ...comparison, plan });
  const place = 'gateway.config.yaml:1:1';
  expect(findings.filter(({ code }) => code === 'rule-crash').map(describeFinding)).toEqual([
    `${place} The rule breaking-change-in-version failed: There is no telling.`,
    `${place} The rule gateway-address-changed failed: There is no telling.`,
    `${place} The rule lifecycle-order failed: There is no telling.`,
  ]);
});
