import { expect, test } from 'vitest';
import { tableFormat } from '#compiled/manifest.ts';
import { sealCompiled } from '#compiled/compiled.ts';
import type { Json, JsonObject } from '#compiled/json.ts';
import { applyPlan } from '#compiler/plan/delta/apply-plan.ts';
import { planJson } from '#compiler/plan/delta/table-delta.ts';
import { cleanRepository } from '../clean-repository.ts';
import { all, compareRepositories, set } from '../family/repository.ts';

const edited = all(
  set('tiers.yaml', ['limit', 'requests'], 500),
  set('gateway.config.yaml', ['versioning'], 'header'),
  set('apis/dog_park/v1/openapi.json', ['info', 'title'], 'Dogs'),
)(cleanRepository);
const { base, head, plan } = await compareRepositories(cleanRepository, edited);
const json = JSON.parse(JSON.stringify(planJson(plan, base, head))) as JsonObject;

/** The plan with another value at one place of its delta. */
function tamper(names: readonly (string | number)[], value: Json | undefined): unknown {
  const copy = structuredClone(json) as Record<string, Json>;
  let container = copy['delta'] as Record<string | number, Json>;
  for (const name of names.slice(0, -1)) container = container[name] as Record<string, Json>;
  const last = names.at(-1) ?? '';
  if (value === undefined) delete container[last];
  else container[last] = value;
  return copy;
}

test('a plan holds edits, not whole parts', async () => {
  await expect(`${JSON.stringify(json['delta'], null, 2)}\n`).toMatchFileSnapshot('table-delta.golden.txt');
});

test('a plan leads from its base to its head, and what has not changed is the same objects', () => {
  const applied = applyPlan(base, json);
  expect(applied).toEqual(head);
  expect(applied.manifest.applications).toBe(base.manifest.applications);
});

const other = `sha256:${'1'.repeat(64)}`;
const added = { add: [{ name: 'gold', limit: null }] };
const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as Json;

/** Plans that cannot be applied to the base, and their errors. */
const refused: readonly (readonly [what: string, plan: unknown])[] = [
  ['that is no object', 7],
  ['that is null', null],
  ['without a delta', { ...json, delta: undefined }],
  ['of another format', tamper(['format'], 2)],
  ['without a head', tamper(['head'], undefined)],
  ['whose head is no digest', tamper(['head'], 'sha256:1')],
  ['from another base', tamper(['base'], other)],
  ['from nothing', tamper(['base'], undefined)],
  ['that names another head', tamper(['head'], other)],
  ['with another limit', tamper(['lists', 'tiers', 1, 'add', 0, 'limit', 'requests'], 5000)],
  ['with a tier that is none', tamper(['lists', 'tiers', 1], added)],
  ['with an item that is null', tamper(['lists', 'tiers', 1], { add: [null] })],
  ['with a step of no kind', tamper(['lists', 'tiers', 1], { swap: 1 })],
  ['with a step of two kinds', tamper(['lists', 'tiers', 1], { keep: 1, drop: 1 })],
  ['with a negative step', tamper(['lists', 'tiers', 0], { keep: -1 })],
  ['with an endless step', tamper(['lists', 'tiers', 0], { keep: 1e300 })],
  ['without its settings', tamper(['settings'], undefined)],
  ['with another setting', tamper(['settings', 'organisation'], 'Another University')],
  ['without its parts', tamper(['parts'], undefined)],
  ['without a part', tamper(['parts', 'edited'], [])],
  ['that edits a part that is not there', tamper(['parts', 'edited', 0, 'base'], other)],
  ['whose part is another one', tamper(['parts', 'edited', 0, 'edits', 0, 'set'], 'Cats')],
  ['whose edits are none', tamper(['parts', 'edited', 0, 'edits', 0], { at: '/owner' })],
  ['with an edit of two kinds', tamper(['parts', 'edited', 0, 'edits', 0], { at: '', set: 1, remove: true })],
  ['whose pointer is none', tamper(['parts', 'edited', 0, 'edits', 0, 'at'], 'owner')],
  ['whose pointer leads nowhere', tamper(['parts', 'edited', 0, 'edits', 0, 'at'], '/no/where')],
  [
    'whose pointer leads to a prototype',
    tamper(['parts', 'edited', 0, 'edits', 0, 'at'], '/__proto__/polluted'),
  ],
  [
    'whose pointer leads to a constructor',
    tamper(['parts', 'edited', 0, 'edits', 0, 'at'], '/constructor/prototype/polluted'),
  ],
  [
    'that puts an item behind the last one',
    tamper(['parts', 'edited', 0, 'edits', 0, 'at'], '/operations/-'),
  ],
  [
    'that removes what is not there',
    tamper(['parts', 'edited', 0, 'edits', 0], { at: '/nothing', remove: true }),
  ],
  ['that removes an item', tamper(['parts', 'edited', 0, 'edits', 0], { at: '/operations/0', remove: true })],
  ['that removes everything', tamper(['parts', 'edited', 0, 'edits', 0], { at: '', remove: true })],
  ['that makes a part of a number', tamper(['parts', 'edited', 0, 'edits', 0], { at: '', set: 1 })],
  ['whose items are of no list', tamper(['parts', 'edited', 0, 'edits', 0], { at: '/owner', items: [] })],
  ['with a part under another digest', tamper(['parts', 'added'], { [other]: { name: 'DogPark' } })],
  ['with a part that is none', tamper(['parts', 'added'], { [other]: 1 })],
  ['that is nested deeply', tamper(['parts', 'edited', 0, 'edits', 0, 'set'], nested(100_000))],
];

function refusalOf(tampered: unknown): string {
  try {
    applyPlan(base, tampered);
    return 'It is applied.';
  } catch (error) {
    return String(error).replaceAll(/sha256:\w+/g, 'sha256:…');
  }
}

test('a plan that was modified is rejected with the reason', async () => {
  const told = refused.map(([what, tampered]) => `${what}:\n  ${refusalOf(tampered)}\n`);
  await expect(told.join('')).toMatchFileSnapshot('refused-plans.golden.txt');
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('a plan with a base is rejected without a current table', () => {
  expect(() => applyPlan(undefined, json)).toThrow(
    /^The plan starts from the table sha256:\w+, but there is no current table\.$/,
  );
});

test('a plan can start without a base', () => {
  const whole: unknown = JSON.parse(JSON.stringify(planJson(plan, undefined, head)));
  expect(applyPlan(undefined, whole)).toEqual(head);
  expect(() => applyPlan(base, whole)).toThrow(
    /^The plan starts without a table, but the current table is sha256:\w+\.$/,
  );
});

test('a plan that is all of a piece still has to lead to a sound table', () => {
  const subscriptions = head.manifest.subscriptions.map((one) => ({ ...one, tier: 'nothing' }));
  const unsound = sealCompiled({ ...head.manifest, subscriptions }, head.apis);
  expect(() => applyPlan(base, planJson(plan, base, unsound))).toThrow(
    'The plan leads to an invalid table: A subscription refers to the unknown tier nothing.',
  );
  const alien = sealCompiled(Object.assign({ ...head.manifest }, { format: tableFormat + 1 }), head.apis);
  expect(() => applyPlan(base, planJson(plan, base, alien))).toThrow(
    'The plan leads to a table that this version of gatewright does not run.',
  );
});
