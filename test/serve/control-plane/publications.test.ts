import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import { digestOf } from '#compiled/digest.ts';
import { programSubscription } from '#serve/control-plane/protocol/discovery-types.ts';
import { EnvoyNode } from '#serve/control-plane/nodes/envoy-node.ts';
import { lingerMs } from '#serve/control-plane/protocol/poll-times.ts';
import { nodeLifetimeMs } from '#serve/served/control-plane-settings.ts';
import { AcceptedTables } from '#serve/control-plane/publications/accepted-tables.ts';
import { Publications } from '#serve/control-plane/publications.ts';
import { restrictNothing } from './stand-in-resources.ts';
import { Envoy, exported, openTables, pollAll } from './tables-in-test.ts';

/** Publications of tables whose programs differ, some time apart, with the version of each program. */
function publishTables(nodes: ReadonlyMap<string, EnvoyNode>, count: number, apartMs = 1) {
  let now = 0;
  const publications = new Publications(nodes, () => now, {
    exports: restrictNothing,
    accepted: new AcceptedTables(),
  });
  onTestFinished(() => publications[Symbol.dispose]());
  const none = { listeners: [], routes: [], clusters: [], secrets: [] };
  const programs = Array.from({ length: count }, (_, since) => {
    const extensionConfigs = [{ '@type': 'program', name: 'calls', source: since, inline_string: 'program' }];
    now += apartMs;
    publications.publish({
      compiled: { digest: digestOf(String(since)) } as Compiled,
      resources: { ...none, extensionConfigs },
      since,
      listenerSince: since,
      isDated: false,
      keys: { digest: digestOf('keys'), since: 0 },
    });
    return publications.history[0]?.contentFor(programSubscription)?.version;
  });
  return { publications, programs };
}

function nodeWith(
  programs: ReturnType<typeof publishTables>['programs'],
  index: number,
  now: number,
): EnvoyNode {
  const node = new EnvoyNode('edge', false, now);
  node.polledAt = now;
  node.notePoll(programSubscription, programs[index], now);
  return node;
}

test('what a returned Envoy refers to is published again once, and not if its table is too old to be known', () => {
  const nodes = new Map<string, EnvoyNode>();
  const { publications, programs } = publishTables(nodes, 13, nodeLifetimeMs);
  const entered = (index: number) => {
    const node = nodeWith(programs, index, 13 * nodeLifetimeMs);
    nodes.set('edge', node);
    const before = publications.history.length;
    for (let times = 0; times < 3; times += 1) publications.keepFor(node);
    return publications.history.length - before;
  };
  expect([0, 3, 12].map(entered)).toEqual([0, 1, 0]);
});

test('the program of a publication that was replaced is known in other words too', () => {
  const { publications } = publishTables(new Map(), 2);
  const [, replaced] = publications.history;
  const source = { '@type': 'program', name: 'calls', source: 0, inline_string: 'program' };
  const sourceIn = (body = '{}') => (JSON.parse(body) as { readonly resources: readonly object[] }).resources;
  const [usual, reworded] = [
    replaced?.contentFor(programSubscription),
    replaced?.rewordedFor(programSubscription, 1),
  ];
  expect(sourceIn(usual?.body)).toEqual([source]);
  expect(sourceIn(reworded?.body)).toEqual([{ ...source, inline_string: `program${' '.repeat(15)}\n\n` }]);
  expect(reworded?.version).toEqual(usual?.version);
});

test('keys that change again and again without the table are forgotten, however long an Envoy has the table', () => {
  const nodes = new Map<string, EnvoyNode>();
  const { publications, programs } = publishTables(nodes, 1);
  const { newest } = publications;
  if (!newest) throw new Error('nothing is published');
  for (let since = 1; since <= 200; since += 1) {
    nodes.set('edge', nodeWith(programs, 0, since));
    publications.publish({ ...newest, keys: { digest: digestOf(String(since)), since } });
  }
  expect(publications.history).toHaveLength(51);
});

test('programs of publications that are replaced are kept for a while, and not until the next one', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const publications = new Publications(new Map(), () => Date.now(), {
    exports: restrictNothing,
    accepted: new AcceptedTables(),
  });
  onTestFinished(() => publications[Symbol.dispose]());
  const publish = (table: string, keys: string) =>
    publications.publish({
      compiled: { digest: digestOf(table) } as Compiled,
      resources: {
        listeners: [],
        routes: [],
        clusters: [],
        secrets: [],
        extensionConfigs: [{ '@type': 'program', name: 'calls', source: table }],
      },
      since: 0,
      listenerSince: 0,
      isDated: false,
      keys: { digest: digestOf(keys), since: 0 },
    });
  const kept = () =>
    publications.history.map((publication) => publication.contentFor(programSubscription) !== undefined);
  publish('one', 'old');
  publish('one', 'new');
  expect(kept()).toEqual([true, true]);
  vi.advanceTimersByTime(lingerMs);
  expect(kept()).toEqual([true, false]);
  publish('two', 'new');
  expect(kept()).toEqual([true, true, false]);
  vi.advanceTimersByTime(3 * lingerMs);
  expect(kept()).toEqual([true, false, false, false]);
});

test('nothing is held of publications and earlier tables that were replaced and forgotten', async () => {
  const none = { listeners: [], routes: [], clusters: [], secrets: [], extensionConfigs: [] };
  const publications = new Publications(new Map(), () => 0, {
    exports: { ...restrictNothing, exportEarlier: () => none },
    accepted: new AcceptedTables(),
  });
  onTestFinished(() => publications[Symbol.dispose]());
  const publish = (table: string, since: number) =>
    publications.publish({
      compiled: { digest: digestOf(table) } as Compiled,
      resources: none,
      since,
      listenerSince: since,
      isDated: false,
      keys: { digest: digestOf(String(since)), since },
    });
  publish('one', 0);
  const made = Array.from({ length: 300 }, (_, since) => {
    publish('two', since + 1);
    return [publications.fallbackOf(digestOf('one')), publications.history[0]].flatMap((publication) =>
      publication ? new WeakRef(publication) : [],
    );
  }).flat();
  expect(made).toHaveLength(600);
  await turn();
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const held = made.filter((reference) => reference.deref() !== undefined);
  expect(held.length).toBeLessThanOrEqual(publications.history.length);
});

test('the refusal of one Envoy among many is noted without a look at all others', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { controlPlane, publish, events } = openTables({ one: exported('one'), two: exported('two') });
  onTestFinished(() => controlPlane[Symbol.dispose]());
  const envoys = Array.from({ length: 200 }, (_, index) => new Envoy(controlPlane, `edge/${index}`));
  for (const envoy of envoys) envoy.pauseMs = 1;
  publish('one');
  for (const envoy of envoys) pollAll(envoy);
  publish('two');
  for (const envoy of envoys) envoy.refuse = (service) => service === 'clusters';
  const programs = vi.spyOn(EnvoyNode.prototype, 'programs', 'get');
  onTestFinished(() => programs.mockRestore());
  const polls = [...envoys, ...envoys, ...envoys].map((envoy) => envoy.poll('clusters'));
  expect(events.filter(({ type }) => type === 'envoy-refused')).toHaveLength(200);
  expect(programs.mock.calls.length / polls.length).toBeLessThan(10);
});
