import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import { digestOf } from '#compiled/digest.ts';
import type { EnvoyResource } from '#export/envoy/envoy-resources.ts';
import type { Refusal } from '#export/envoy/refusal.ts';
import { ControlPlane } from '#serve/control-plane/control-plane.ts';
import type { PublishedVersion } from '#serve/control-plane/protocol/version-info.ts';
import type { GatewayEvent } from '#serve/served/gateway-event.ts';
import { restrictNothing } from './stand-in-resources.ts';

const refusal: Refusal = {
  deviation: 'response_validation',
  subject: 'Api DogPark/v1',
  message: 'Envoy does not validate responses.',
  help: 'Turn it off.',
};

function filter(name: string, content: string): EnvoyResource {
  return { '@type': 'type.example.edu/Filter', name, content };
}

/** A control plane of tables that are names here, as are their keys; Envoy cannot honour one that is called `refused`. */
function open(published?: PublishedVersion) {
  const events: GatewayEvent['type'][] = [];
  const kept: PublishedVersion[] = [];
  const exported: string[] = [];
  const names = new Map<string, string>();
  const controlPlane = new ControlPlane({
    exportTable: ({ digest }, keySet) => {
      const name = names.get(digest) ?? '';
      exported.push(name);
      const extensionConfigs = [filter('tokens', keySet), filter('calls', name)];
      const resources = { listeners: [], routes: [], clusters: [], secrets: [], extensionConfigs };
      return { resources, refusals: name === 'refused' ? [refusal] : [] };
    },
    ...restrictNothing,
    exportKeys: (_table, keySet) => filter('tokens', keySet),
    clock: () => Date.now(),
    report: ({ type }) => void events.push(type),
    published,
    keepPublished: (version) => void kept.push(version),
  });
  return {
    controlPlane,
    events,
    kept,
    exported,
    publish: (table: string, keys: string, committedAt?: number) => {
      names.set(digestOf(table), table);
      controlPlane.publish({ digest: digestOf(table) } as Compiled, committedAt, keys);
    },
  };
}

/** An Envoy that accepts what it is sent; returns the program and the keys that it has after some polls. */
function openEnvoy() {
  const versions = new Map<string, string>();
  const contents = new Map<string, unknown>();
  let sent = 0;
  const poll = (controlPlane: ControlPlane, name: string) => {
    const subscription = { service: 'extension_configs', names: [name] } as const;
    const answer = controlPlane.poll('edge', subscription, versions.get(name) ?? '');
    if (answer.kind !== 'changed') return;
    answer.delivered();
    sent += 1;
    const { version_info: version, resources } = JSON.parse(answer.content.body) as {
      readonly version_info: string;
      readonly resources: readonly EnvoyResource[];
    };
    versions.set(name, version);
    contents.set(name, resources[0]?.['content']);
  };
  return {
    pollAll: ({ controlPlane }: { readonly controlPlane: ControlPlane }, times = 3) => {
      for (let count = 0; count < times; count += 1)
        for (const name of ['calls', 'tokens']) poll(controlPlane, name);
      return [contents.get('calls'), contents.get('tokens')];
    },
    poll,
    versions,
    countSent: () => sent,
  };
}

const start = Date.parse('2026-11-23T12:00:00Z');
const minutes = (count: number) => start - 3_600_000 + count * 60_000;

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

describe('keys that change without the table', () => {
  test('are published then, and only then', () => {
    const plane = open();
    const envoy = openEnvoy();
    plane.publish('one', 'old');
    expect(envoy.pollAll(plane)).toEqual(['one', 'old']);
    const program = envoy.versions.get('calls');
    plane.publish('one', 'old');
    plane.publish('one', 'old', start);
    envoy.pollAll(plane);
    expect([envoy.countSent(), plane.events]).toEqual([2, ['published']]);
    plane.publish('one', 'new');
    expect(envoy.pollAll(plane)).toEqual(['one', 'new']);
    expect([envoy.countSent(), plane.events]).toEqual([3, ['published', 'published']]);
    // A large table takes seconds.
    expect(plane.exported).toEqual(['one']);
    expect(envoy.versions.get('calls')).toBe(program);
  });

  test('belong to what an Envoy has to accept', () => {
    const plane = open();
    const envoy = openEnvoy();
    plane.publish('one', 'old');
    // Its program comes after the rest.
    envoy.pollAll(plane);
    envoy.pollAll(plane);
    expect(plane.controlPlane.nodes()).toMatchObject([{ accepted: digestOf('one') }]);
    plane.publish('one', 'new');
    envoy.poll(plane.controlPlane, 'calls');
    expect(plane.controlPlane.nodes()).toMatchObject([{ accepted: undefined }]);
    envoy.pollAll(plane);
    expect(plane.controlPlane.nodes()).toMatchObject([{ accepted: digestOf('one') }]);
  });

  test('are published also while the table is one that Envoy cannot honour', () => {
    const plane = open();
    const envoy = openEnvoy();
    plane.publish('one', 'old');
    envoy.pollAll(plane);
    plane.publish('refused', 'new');
    expect(envoy.pollAll(plane)).toEqual(['one', 'new']);
    expect(plane.events).toEqual(['published', 'not-published']);
    expect(plane.controlPlane.published).toBe(digestOf('one'));
    plane.publish('two', 'new');
    expect(envoy.pollAll(plane)).toEqual(['two', 'new']);
  });
});

describe('keys of several control planes', () => {
  test.for([{ isDated: true }, { isDated: false }])(
    'are never replaced by those of one that has not found the new ones yet, %o',
    ({ isDated }) => {
      const [first, lagging] = [open(), open()];
      const commit = (count: number) => (isDated ? minutes(count) : undefined);
      const envoy = openEnvoy();
      for (const { publish } of [first, lagging]) publish('one', 'old', commit(1));
      envoy.pollAll(first);
      vi.advanceTimersByTime(120_000);
      first.publish('one', 'new', commit(1));
      expect(envoy.pollAll(first)).toEqual(['one', 'new']);
      expect(envoy.pollAll(lagging)).toEqual(['one', 'new']);
      // Its tables are not held up by that.
      vi.advanceTimersByTime(120_000);
      lagging.publish('two', 'old', commit(2));
      expect(envoy.pollAll(lagging)).toEqual(['two', 'new']);
      expect(lagging.controlPlane.nodes()).toMatchObject([{ accepted: undefined }]);
      first.publish('two', 'new', commit(2));
      lagging.publish('two', 'new', commit(2));
      const sent = envoy.countSent();
      for (const plane of [first, lagging, first]) expect(envoy.pollAll(plane)).toEqual(['two', 'new']);
      expect(envoy.countSent()).toBe(sent);
      for (const { controlPlane } of [first, lagging])
        expect(controlPlane.nodes()).toMatchObject([{ accepted: digestOf('two') }]);
      // Whichever finds the next ones first.
      vi.advanceTimersByTime(1000);
      first.publish('two', 'newest', commit(2));
      expect(envoy.pollAll(first)).toEqual(['two', 'newest']);
      expect(envoy.pollAll(lagging)).toEqual(['two', 'newest']);
    },
  );

  test('follow the branch: one with an earlier commit does not bring a removed key back, also if it starts later', () => {
    const [first, lagging] = [open(), open()];
    const envoy = openEnvoy();
    first.publish('one', 'old', minutes(1));
    envoy.pollAll(first);
    first.publish('two', 'new', minutes(2));
    expect(envoy.pollAll(first)).toEqual(['two', 'new']);
    vi.advanceTimersByTime(120_000);
    lagging.publish('one', 'old', minutes(1));
    expect(envoy.pollAll(lagging)).toEqual(['two', 'new']);
    lagging.publish('two', 'new', minutes(2));
    expect(envoy.pollAll(lagging)).toEqual(['two', 'new']);
    first.publish('three', 'newest', minutes(3));
    expect(envoy.pollAll(first)).toEqual(['three', 'newest']);
  });

  test('are not undone if a key that was removed, added and removed again within a minute is still published by one that lags', () => {
    const [first, lagging] = [open(), open()];
    const envoy = openEnvoy();
    for (const keys of ['without', 'with']) {
      for (const plane of [first, lagging]) {
        plane.publish('one', keys);
        envoy.pollAll(plane);
      }
      vi.advanceTimersByTime(5000);
    }
    first.publish('one', 'without');
    for (const plane of [first, lagging, first]) expect(envoy.pollAll(plane)).toEqual(['one', 'without']);
    lagging.publish('one', 'without');
    for (const plane of [first, lagging]) expect(envoy.pollAll(plane)).toEqual(['one', 'without']);
  });

  test('are those of one that starts without a state, since it has read them last', () => {
    const before = open();
    const envoy = openEnvoy();
    before.publish('one', 'first', minutes(1));
    envoy.pollAll(before);
    before.publish('one', 'second', minutes(1));
    envoy.pollAll(before);
    vi.advanceTimersByTime(120_000);
    const after = open();
    after.publish('one', 'third', minutes(1));
    // Until it is known which program it has.
    envoy.pollAll(after);
    expect(envoy.pollAll(after)).toEqual(['one', 'third']);
    expect(envoy.pollAll(before)).toEqual(['one', 'third']);
  });
});

test('a restart does not make keys later, unless they have changed meanwhile', () => {
  const before = open();
  before.publish('one', 'old', minutes(1));
  const [published] = before.kept;
  expect(published).toEqual({
    digest: digestOf('one'),
    since: minutes(1),
    committedAt: minutes(1),
    keys: { digest: digestOf('old'), since: start },
  });
  vi.advanceTimersByTime(120_000);
  const other = open();
  other.publish('one', 'new', minutes(1));
  const envoy = openEnvoy();
  envoy.pollAll(other);
  vi.advanceTimersByTime(120_000);
  const same = open(published);
  same.publish('one', 'old', minutes(1));
  expect(same.kept).toEqual([published]);
  expect(envoy.pollAll(same)).toEqual(['one', 'new']);
  const withNewTable = open(published);
  withNewTable.publish('two', 'old', minutes(2));
  expect(envoy.pollAll(withNewTable)).toEqual(['two', 'new']);
  const changed = open(published);
  changed.publish('two', 'newest', minutes(2));
  expect(envoy.pollAll(changed)).toEqual(['two', 'newest']);
});
