import { describe, expect, test } from 'vitest';
import { mergeTargetStates, type TargetState } from '#runtime/ports/status/target-states.ts';
import type { UsageSeries } from '#runtime/ports/usage.ts';
import { buildTable, defineApi, type ApiInTest } from '../../table-builder.ts';
import { openPublisher, userOf } from '../publisher/publisher-in-test.ts';
import { visitPage } from '../visit-in-test.ts';

const [first, second] = ['http://one.internal.example', 'http://two.internal.example/base'];

function tableWith(changes: Partial<ApiInTest> = {}) {
  return buildTable({
    gateway: { store: { visibility: 'public' }, storeUrl: 'https://store.example.edu' },
    apis: [
      defineApi({
        endpoints: { production: { targets: [first, second] } },
        operations: ['GET /dogs'],
        ...changes,
      }),
    ],
    applications: [],
    subscriptions: [],
  });
}

/** Calls of one application: the responses by class, and how many the service did not answer. */
function calls(responses: Readonly<Record<string, number>>, unreachable = 0): readonly UsageSeries[] {
  const rejections = { rate_limited: 50, ...(unreachable > 0 && { upstream_unreachable: unreachable }) };
  const point = { start: 0, requests: 0, rejections, responses, fromConsole: 0, limitUsed: undefined };
  return [{ application: 'Walker', api: 'DogPark/v1', keySet: 'production', points: [point] }];
}

interface Known {
  readonly states?: Readonly<Record<string, TargetState>>;
  readonly usage?: readonly UsageSeries[];
}

/** What the page of the version says after `Status`. */
async function statusOf(
  { states = {}, usage = [] }: Known,
  changes: Partial<ApiInTest> = {},
): Promise<string> {
  const targetStates = new Map(Object.entries(states));
  const page = await visitPage(tableWith(changes), '/store/apis/dog_park/v1', { targetStates, usage });
  expect(page).not.toContain('internal.example');
  const [, shown = ''] = /<dt>Status<\/dt>\s*<dd>(.*?)<\/dd>/s.exec(page) ?? [];
  return shown
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const healthy = { isHealthy: true };

describe('the status on the page of a version', () => {
  test.each<readonly [string, Known]>([
    ['Not called lately', {}],
    ['Not called lately', { usage: calls({}) }],
    ['Available', { usage: calls({ '2xx': 9, '4xx': 5 }) }],
    ['Available', { states: { [first]: healthy, [second]: healthy } }],
    ['Available', { states: { [first]: { isOpen: false } }, usage: calls({ '2xx': 20, '5xx': 1 }) }],
    ['Degraded 25% of the last calls failed at the service', { usage: calls({ '2xx': 15, '5xx': 2 }, 3) }],
    ['Degraded 1 of 2 targets answers', { states: { [first]: healthy, [second]: { isHealthy: false } } }],
    [
      'Degraded 1 of 2 targets answers',
      { states: { [first]: { isOpen: true } }, usage: calls({ '2xx': 9 }) },
    ],
    [
      'Unavailable 0 of 2 targets answer',
      { states: { [first]: { isOpen: true }, [second]: { isHealthy: false } } },
    ],
  ])('is %s', async (expected, known) => {
    expect(await statusOf(known)).toBe(expected);
  });

  test('is that of the sandbox keys without others', async () => {
    const endpoints = { sandbox: { targets: [first] } };
    expect(await statusOf({ states: { [first]: { isHealthy: false } } }, { endpoints })).toBe(
      'Unavailable 0 of 1 target answer',
    );
  });

  test.each(['blocked', 'retired'] as const)('is absent for a version that is %s', async (state) => {
    expect(await statusOf({ states: { [first]: healthy } }, { state })).toBe('');
  });
});

test('owners see the targets, and the numbers of calls', async () => {
  const { visit } = await openPublisher({
    services: {
      readTargetStates: async (targets) =>
        new Map(targets.map((target): [string, TargetState] => [target, { isHealthy: false }])),
    },
  });
  const { text } = await visit('/store/publisher/dog_park/v10', userOf());
  const [, section = ''] = /aria-labelledby="status">(.*?)<\/section>/s.exec(text) ?? [];
  const shown = section.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(shown).toContain('Unavailable');
  expect(shown).toMatch(/https:\S+ Fails its health check/);
  expect(shown).toMatch(
    /In this hour and the one before, \d+ calls? reached the service or should have; \d+ failed/,
  );
});

test('several threads together know the worst of each target', () => {
  const merged = mergeTargetStates([
    new Map([
      ['a', { isHealthy: true }],
      ['b', { isOpen: false }],
    ]),
    new Map<string, TargetState>([
      ['a', { isHealthy: false, isOpen: false }],
      ['b', { isOpen: true }],
      ['c', {}],
    ]),
    new Map([['a', { isHealthy: true }]]),
  ]);
  expect(Object.fromEntries(merged)).toEqual({
    a: { isHealthy: false, isOpen: false },
    b: { isOpen: true },
    c: {},
  });
});
