import { describe, expect, test } from 'vitest';
import type { ManifestApi } from '#compiled/manifest.ts';
import { findNextSteps, forbiddingRules, type LifecycleFacts } from '#runtime/portal/publisher/next-steps.ts';
import { historyRules } from '#compiler/plan/approvals/history-rules.ts';

const now = Date.parse('2026-06-15T12:00:00Z');
const seconds = (day: string) => Date.parse(day) / 1000;

function entryOf(version: string, changes: Partial<ManifestApi> = {}): ManifestApi {
  const part = `sha256:${'0'.repeat(64)}` as const;
  return { name: 'DogPark', context: 'dog_park', version, state: 'published', part, ...changes };
}

function stepsOf(entry: ManifestApi, changes: Partial<LifecycleFacts> = {}) {
  const { versions = [entry] } = changes;
  const states = new Map(versions.map((one) => [`${one.context}/${one.version}`, one.state]));
  const facts = {
    applications: [],
    calling: [],
    former: [],
    report: undefined,
    now,
    stateOf: (key: string) => states.get(key),
  };
  return Object.fromEntries(
    findNextSteps({ entry, versions, ...facts, ...changes }).map(({ step, obstacles }) => [step, obstacles]),
  );
}

const created = entryOf('v3', { state: 'created' });
const [v1, v2] = [entryOf('v1'), entryOf('v2')];
const deprecated = entryOf('v1', {
  state: 'deprecated',
  deprecation: { since: seconds('2026-01-31'), sunset: seconds('2026-06-01'), successor: 'dog_park/v2' },
});

describe('what comes next', () => {
  test('a created version is published', () => {
    expect(stepsOf(created)).toEqual({ publish: [] });
  });

  test('a third live version has to wait', () => {
    expect(stepsOf(created, { versions: [created, v2, v1] })).toEqual({
      publish: [{ code: 'live_versions', versions: ['v2', 'v1'] }],
    });
  });

  test('a published version needs a later one before its callers can move', () => {
    const retire = [{ code: 'not_deprecated' }];
    expect(stepsOf(v1)).toEqual({ deprecate: [{ code: 'no_successor' }], retire });
    expect(stepsOf(v1, { versions: [v2, v1] })).toEqual({ deprecate: [], retire });
    expect(stepsOf(v2, { versions: [v2, v1] })).toEqual({ deprecate: [{ code: 'no_successor' }], retire });
  });

  test('a deprecated version is retired when nobody is subscribed and its date has passed', () => {
    expect(stepsOf(deprecated, { versions: [v2, deprecated] })).toEqual({ retire: [] });
  });

  test('a deprecated version waits for its subscribers, its date and its successor', () => {
    const entry = entryOf('v1', {
      state: 'deprecated',
      deprecation: { since: seconds('2026-01-31'), sunset: seconds('2026-12-31'), successor: 'dog_park/v2' },
    });
    const applications = ['DogWalker', 'KennelSync'];
    const calling = ['DogWalker'];
    const former = ['KennelTool'];
    expect(stepsOf(entry, { applications, calling, former })).toEqual({
      retire: [
        { code: 'subscribed', applications, calling, former },
        { code: 'successor_not_published', successor: 'dog_park/v2' },
        { code: 'before_sunset', sunset: '31 December 2026' },
      ],
    });
  });

  test('a deprecation without a date leaves callers without one', () => {
    const entry = entryOf('v1', { state: 'deprecated', deprecation: { since: 0 } });
    expect(stepsOf(entry)).toEqual({ retire: [{ code: 'no_sunset' }] });
  });

  test('a blocked version counts as deprecated if it has a deprecation', () => {
    expect(Object.keys(stepsOf(entryOf('v1', { state: 'blocked' })))).toEqual(['deprecate', 'retire']);
    expect(Object.keys(stepsOf({ ...deprecated, state: 'blocked' }))).toEqual(['retire']);
  });

  test('nothing comes after a retired version', () => {
    expect(stepsOf(entryOf('v1', { state: 'retired' }))).toEqual({});
  });
});

test('the rules that forbid a step exist', () => {
  const names = new Set<string>(historyRules.map(({ name }) => name));
  expect(Object.values(forbiddingRules).filter((rule) => !names.has(rule))).toEqual([]);
});
