import { describe, expect, test } from 'vitest';
import {
  mergeTargetStates,
  type TargetState,
  type TargetStates,
} from '#runtime/ports/status/target-states.ts';
import type { ReadLastChange } from '#runtime/ports/status/last-change.ts';
import { StoreError } from '#runtime/ports/token-store.ts';
import type { UsageSeries } from '#runtime/ports/usage.ts';
import { PublishedDocuments } from '#serve/published/published-documents.ts';
import { buildTable, defineApi, type ApiInTest } from '../../table-builder.ts';
import { now, openPublisher, userOf } from '../publisher/publisher-in-test.ts';
import { visitMarkdown, visitPage } from '../visit-in-test.ts';

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

  test('is unknown while a thread does not respond, without a long wait', async () => {
    const targetStates = new Promise<TargetStates>(() => undefined);
    const page = await visitPage(tableWith(), '/store/apis/dog_park/v1', { targetStates });
    expect(page).toContain('Unknown at the moment');
  });

  test('is not called healthy before the first health check', async () => {
    expect(await statusOf({ states: { [first]: { isUnprobed: true } } })).toBe('Not called lately');
  });

  test.each(['blocked', 'retired'] as const)('is absent for a version that is %s', async (state) => {
    expect(await statusOf({ states: { [first]: healthy } }, { state })).toBe('');
  });
});

describe('the last change on the page of a version', () => {
  const page = '/store/apis/dog_park/v1';
  const at = Date.parse('2026-11-20T10:00:00Z') / 1000;

  test('is a day, also in Markdown', async () => {
    const readLastChange = async (api: string) => (api === 'DogPark/v1' ? at : undefined);
    const html = await visitPage(tableWith(), page, { readLastChange });
    const day = '<time datetime="2026-11-20T10:00:00.000Z">20 November 2026</time>';
    expect(html.replaceAll(/>\s+</g, '><')).toContain(`<dt>Last changed</dt><dd>${day}</dd>`);
    expect(html).not.toContain('/changes"');
    expect(await visitMarkdown(tableWith(), `${page}.md`, { readLastChange })).toMatch(
      /Last changed\W+20 November 2026/,
    );
  });

  test('has a link to the changes since the version before', async () => {
    const apis = ['v1', 'v2'].map((version) =>
      defineApi({ version, endpoints: { production: { targets: [first] } }, operations: ['GET /dogs'] }),
    );
    const table = buildTable({
      gateway: { store: { visibility: 'public' }, storeUrl: 'https://store.example.edu' },
      apis,
      applications: [],
      subscriptions: [],
    });
    const html = await visitPage(table, '/store/apis/dog_park/v2', { readLastChange: async () => at });
    expect(html.replaceAll(/\s+/g, ' ')).toMatch(
      /Last changed<.*<a href="\/store\/apis\/dog_park\/v2\/changes">Changes since v1<\/a>/,
    );
  });

  test.each<readonly [string, ReadLastChange]>([
    ['unknown', async () => undefined],
    ['not read, since a thread does not respond', async () => Promise.reject(new StoreError('closing'))],
    ['read without end', () => new Promise(() => undefined)],
  ])('is absent while it is %s', async (_state, readLastChange) => {
    expect(await visitPage(tableWith(), page, { readLastChange })).not.toContain('Last changed');
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

test('the page of a version shows the status before while a thread does not respond', async () => {
  let time = now;
  let states: Promise<TargetState> = Promise.resolve({ isHealthy: false });
  const { visit } = await openPublisher({
    services: {
      clock: () => time,
      changesSince: () => 'pending',
      publishDocument: new PublishedDocuments().publish,
      readTargetStates: async (targets) => {
        const state = await states;
        return new Map(targets.map((target) => [target, state]));
      },
    },
  });
  const read = async () => (await visit('/store/apis/dog_park/v10', userOf())).text;
  expect(await read()).toContain('Unavailable');
  states = new Promise(() => undefined);
  time += 10_000;
  expect(await read()).toContain('Unavailable');
});

test.each([
  [{ isUnprobed: true }, 'Its first health check has not ended yet'],
  [{ isUnprobed: true, isHealthy: true }, 'Passes its health check'],
  [{}, 'Has no health check'],
  [undefined, 'Unknown at the moment'],
] as const)('owners read of a target in the state %j: %s', async (state, expected) => {
  const { visit } = await openPublisher({
    services: {
      readTargetStates: async (targets) => {
        if (!state) throw new StoreError('a thread does not respond');
        return new Map(targets.map((target): [string, TargetState] => [target, state]));
      },
    },
  });
  const { text } = await visit('/store/publisher/dog_park/v10', userOf());
  const [, section = ''] = /aria-labelledby="status">(.*?)<\/section>/s.exec(text) ?? [];
  expect(section.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(String.raw`https:\S+ ${expected}`),
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
      ['b', { isOpen: true, isUnprobed: true }],
      ['c', {}],
    ]),
    new Map([['a', { isHealthy: true }]]),
  ]);
  expect(Object.fromEntries(merged)).toEqual({
    a: { isHealthy: false, isOpen: false },
    b: { isOpen: true, isUnprobed: true },
    c: {},
  });
});
