import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { digestOf, type Digest } from '#compiled/digest.ts';
import type { ControlPlane } from '#serve/control-plane/control-plane.ts';
import type { Refusal } from '#export/envoy/refusal.ts';
import { nodeLifetimeMs } from '#serve/served/control-plane-settings.ts';
import {
  Envoy,
  exported,
  type Exported,
  heldBy,
  openTables,
  pollAll,
  resource,
  tableNamed,
} from './tables-in-test.ts';

const refusal: Refusal = {
  deviation: 'response_validation',
  subject: 'Api DogPark/v1',
  message: 'Envoy does not validate responses.',
  help: 'Turn it off.',
};

const start = Date.parse('2026-11-23T12:00:00Z');

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

describe('a poll', () => {
  test('is answered with the resources of its service once, and then with nothing new', () => {
    const { controlPlane, publish } = openTables({
      one: { resources: { clusters: [resource('dogs'), resource('cats')], routes: [resource('calls')] } },
    });
    const envoy = new Envoy(controlPlane);
    expect(envoy.poll('clusters')).toBe('not-ready');
    publish('one');
    expect(envoy.poll('clusters')).toEqual(['dogs', 'cats']);
    expect(envoy.poll('clusters')).toBe('unchanged');
    expect(envoy.poll('routes', ['calls'])).toEqual(['calls']);
    expect(envoy.poll('routes', ['calls'])).toBe('unchanged');
    expect(envoy.poll('secrets', ['missing'])).toEqual([]);
  });

  test('is answered in the JSON form of a DiscoveryResponse', () => {
    const { controlPlane, publish } = openTables({ one: { resources: { routes: [resource('calls')] } } });
    publish('one');
    const answer = controlPlane.poll('edge', { service: 'routes', names: ['calls'] }, '');
    expect(answer.kind === 'changed' && JSON.parse(answer.content.body)).toEqual({
      version_info: `${digestOf('[{"@type":"type.example.edu/Thing","name":"calls","revision":1}]')}@2026-11-23T12:00:00.000Z`,
      type_url: 'type.googleapis.com/envoy.config.route.v3.RouteConfiguration',
      resources: [{ '@type': 'type.example.edu/Thing', name: 'calls', revision: 1 }],
    });
  });

  test('finds nothing new if another table has the same resources of its service', () => {
    const clusters = [resource('dogs')];
    const { controlPlane, publish } = openTables({
      one: { resources: { clusters, routes: [resource('calls')] } },
      two: { resources: { clusters, routes: [resource('calls', 2)] } },
    });
    const envoy = new Envoy(controlPlane);
    publish('one');
    envoy.poll('clusters');
    envoy.poll('routes');
    publish('two');
    expect([envoy.poll('clusters'), envoy.poll('routes')]).toEqual(['unchanged', ['calls']]);
  });
});

describe('the order of a change', () => {
  const names = ['one', 'two', 'three', 'four', 'five'] as const;
  const tables = Object.fromEntries(names.map((name) => [name, exported(name)]));

  test('is what a program refers to, then the program, and then what only the one before referred to', () => {
    const { controlPlane, publish } = openTables(tables);
    const envoy = new Envoy(controlPlane);
    publish('one');
    expect(pollAll(envoy)).toEqual({ clusters: ['one'], routes: ['one'], program: 'one' });
    publish('two');
    expect(envoy.poll('extension_configs', ['calls'])).toBe('unchanged');
    const both = ['two', 'one'];
    expect(pollAll(envoy)).toEqual({ clusters: both, routes: both.toReversed(), program: 'one' });
    expect(pollAll(envoy)).toEqual({ clusters: both, routes: both.toReversed(), program: 'two' });
    pollAll(envoy);
    vi.advanceTimersByTime(40_000);
    expect(pollAll(envoy)).toEqual({ clusters: ['two'], routes: ['two'], program: 'two' });
    pollAll(envoy);
    expect(controlPlane.nodes()).toMatchObject([{ accepted: digestOf('two') }]);
  });

  test('keeps what an Envoy refers to that does not get on, however long, and serves the others', () => {
    const { controlPlane, publish } = openTables(tables);
    const [east, west] = [new Envoy(controlPlane, 'east'), new Envoy(controlPlane, 'west')];
    publish('one');
    pollAll(east);
    pollAll(west);
    publish('two');
    west.refuses = true;
    for (let times = 0; times < 60; times++) {
      pollAll(east);
      pollAll(west);
    }
    expect(heldBy(east)).toEqual({ clusters: ['two', 'one'], routes: ['one', 'two'], program: 'two' });
    expect(heldBy(west)).toEqual({ clusters: ['one'], routes: ['one'], program: 'one' });
    expect(controlPlane.nodes()).toMatchObject([
      { name: 'east', accepted: digestOf('two') },
      { name: 'west', accepted: digestOf('one') },
    ]);
  });

  test('is shown as complete only once all that the Envoy polls for is known', () => {
    const before = openTables(tables);
    const envoy = new Envoy(before.controlPlane);
    before.publish('one');
    pollAll(envoy);
    const { controlPlane, publish } = openTables(tables);
    publish('one');
    const polls = [
      ['clusters', []],
      ['extension_configs', ['calls']],
      ['routes', ['calls']],
    ] as const;
    const shown = polls.map(([service, asked]) => {
      envoy.poll(service, asked, controlPlane);
      return controlPlane.nodes()[0]?.accepted;
    });
    expect(shown).toEqual([undefined, undefined, digestOf('one')]);
  });

  test('does not wait for a poll of what is the same in both tables', () => {
    const other = { resources: { ...tables['one']?.resources, extensionConfigs: [resource('calls', 2)] } };
    const { controlPlane, publish } = openTables({ ...tables, two: other });
    const envoy = new Envoy(controlPlane);
    publish('one');
    pollAll(envoy);
    pollAll(envoy);
    publish('two');
    expect(envoy.poll('extension_configs', ['calls'])).toEqual(['calls']);
  });

  test('does not wait until an Envoy that has just started says that it has what is the same in both tables', () => {
    const other = { resources: { ...tables['one']?.resources, extensionConfigs: [resource('calls', 2)] } };
    const { controlPlane, publish } = openTables({ ...tables, two: other });
    const envoy = new Envoy(controlPlane);
    publish('one');
    pollAll(envoy);
    expect(envoy.poll('extension_configs', ['calls'])).toBe('unchanged');
    publish('two');
    expect(envoy.poll('extension_configs', ['calls'])).toEqual(['calls']);
  });

  test('does not wait for a time without changes', () => {
    const { controlPlane, publish } = openTables(tables);
    const envoy = new Envoy(controlPlane);
    publish('one');
    pollAll(envoy);
    const programs = names.slice(1).map((name) => {
      publish(name);
      return pollAll(envoy).program;
    });
    expect(programs).toEqual(['one', 'two', 'three', 'four']);
  });

  test('does not give an Envoy a program whose secret it refuses, and does give it the one after', () => {
    const { controlPlane, publish } = openTables({ ...tables, two: exported('two', ['header']) });
    const envoy = new Envoy(controlPlane);
    publish('one');
    pollAll(envoy);
    publish('two');
    for (let times = 0; times < 5; times++) {
      envoy.refuses = true;
      envoy.poll('secrets', ['header']);
      envoy.refuses = false;
      expect(pollAll(envoy).program).toBe('one');
    }
    publish('three');
    pollAll(envoy);
    expect(pollAll(envoy).program).toBe('three');
  });

  test('does not take the certificate before for that of the listener, but sends the program', () => {
    const withCertificate = (name: string): Exported => ({
      resources: { ...exported(name).resources, secrets: [{ ...resource('listener'), file: name }] },
    });
    const { controlPlane, publish } = openTables({
      one: withCertificate('one'),
      two: withCertificate('two'),
    });
    const envoy = new Envoy(controlPlane);
    const pollWithSecret = () => {
      envoy.poll('secrets', ['listener']);
      return pollAll(envoy).program;
    };
    publish('one');
    pollWithSecret();
    publish('two');
    envoy.refuse = (service) => service === 'secrets';
    for (let times = 0; times < 5; times++) pollWithSecret();
    expect(pollWithSecret()).toBe('two');
    expect(controlPlane.nodes()).toMatchObject([
      { accepted: undefined, refused: [{ service: 'secrets', names: ['listener'] }] },
    ]);
    envoy.refuse = () => false;
    for (let times = 0; times < 5; times++) pollWithSecret();
    expect(controlPlane.nodes()).toMatchObject([{ accepted: digestOf('two'), refused: [] }]);
  });

  test('does not take a secret for accepted that an Envoy has refused, and then was sent in the same words', () => {
    const { controlPlane, publish } = openTables({ ...tables, two: exported('two', ['header']) });
    const envoy = new Envoy(controlPlane);
    publish('one');
    pollAll(envoy);
    // It is known to have the program.
    pollAll(envoy);
    publish('two');
    const sent: string[] = [];
    // Envoy reads the files of a secret only if its words differ from those of before, and otherwise accepts it.
    envoy.refuse = (service, resources) => {
      if (service !== 'secrets') return false;
      sent.push(JSON.stringify(resources));
      return sent.at(-1) !== sent.at(-2);
    };
    for (let times = 0; times < 20; times++) {
      envoy.poll('secrets', ['header']);
      expect(pollAll(envoy).program).toBe('one');
    }
    expect(controlPlane.nodes()).toMatchObject([{ refused: [{ service: 'secrets', names: ['header'] }] }]);
    expect(new Set(sent).size).toBe(2);
    envoy.refuse = () => false;
    for (let times = 0; times < 12; times++) envoy.poll('secrets', ['header']);
    pollAll(envoy);
    expect(pollAll(envoy).program).toBe('two');
    expect(controlPlane.nodes()).toMatchObject([{ refused: [] }]);
  });

  test('does not take a secret for accepted that an Envoy has refused from another control plane', () => {
    const own = { ...tables, two: exported('two', ['header']) };
    const [first, second] = [openTables(own), openTables(own)];
    const envoy = new Envoy(first.controlPlane);
    for (const { publish } of [first, second]) publish('one', start);
    for (let times = 0; times < 2; times++) pollAll(envoy);
    for (const { publish } of [first, second]) publish('two', start + 1000);
    const sent: string[] = [];
    envoy.refuse = (service, resources) => {
      if (service !== 'secrets') return false;
      sent.push(JSON.stringify(resources));
      return sent.at(-1) !== sent.at(-2);
    };
    // Each of these numbers of polls ends in other words than the next one.
    for (const times of [1, 2, 3, 1, 14, 15, 2])
      for (const { controlPlane } of [first, second])
        for (let time = 0; time < times; time++) {
          envoy.poll('secrets', ['header'], controlPlane);
          expect(pollAll(envoy, controlPlane).program).toBe('one');
        }
    expect(sent.length).toBeGreaterThan(10);
  });

  test('does not take a program for accepted that an Envoy has refused, and then was sent in the same words', () => {
    const { controlPlane, publish } = openTables(tables);
    const envoy = new Envoy(controlPlane);
    publish('one');
    pollAll(envoy);
    publish('two');
    const sent: string[] = [];
    envoy.refuse = (service, resources) => {
      if (service !== 'extension_configs') return false;
      sent.push(JSON.stringify(resources));
      return sent.at(-1) !== sent.at(-2);
    };
    for (let times = 0; times < 20; times++) expect(pollAll(envoy).program).toBe('one');
    expect(controlPlane.nodes()).toMatchObject([
      { accepted: digestOf('one'), refused: [{ service: 'extension_configs', names: ['calls'] }] },
    ]);
    envoy.refuse = () => false;
    for (let times = 0; times < 12; times++) pollAll(envoy);
    expect(pollAll(envoy).program).toBe('two');
    expect(controlPlane.nodes()).toMatchObject([{ accepted: digestOf('two'), refused: [] }]);
    publish('three');
    for (let times = 0; times < 3; times++) pollAll(envoy);
    expect(controlPlane.nodes()).toMatchObject([{ accepted: digestOf('three') }]);
  });

  test('begins with clusters only when it is known which program needs others', () => {
    const before = openTables(tables);
    const envoy = new Envoy(before.controlPlane);
    before.publish('one');
    pollAll(envoy);
    const { controlPlane, publish } = openTables(tables);
    controlPlane.remember(tableNamed('one'), 'keys');
    publish('two');
    expect(envoy.poll('clusters', [], controlPlane)).toBe('unchanged');
    envoy.poll('extension_configs', ['calls'], controlPlane);
    expect(envoy.poll('clusters', [], controlPlane)).toEqual(['two', 'one']);
  });

  test('is the same for an Envoy with a version that no control plane has sent', () => {
    const { controlPlane, publish } = openTables(tables);
    const envoy = new Envoy(controlPlane);
    publish('one');
    pollAll(envoy);
    pollAll(envoy);
    envoy.versions.set('extension_configs,calls', 'strange');
    publish('two');
    envoy.poll('clusters');
    envoy.poll('routes', ['calls']);
    envoy.poll('extension_configs', ['calls']);
    expect(heldBy(envoy)).toMatchObject({ clusters: ['two', 'one'], program: 'one' });
    pollAll(envoy);
    expect(pollAll(envoy)).toMatchObject({ program: 'two' });
  });

  test('also goes on after a restart, by the table of before', () => {
    const before = openTables(tables);
    const envoy = new Envoy(before.controlPlane);
    before.publish('one');
    pollAll(envoy);
    const [published] = before.kept;
    const { controlPlane, publish } = openTables(tables, published && { published });
    controlPlane.remember(tableNamed('one'), 'keys');
    expect(new Envoy(controlPlane, 'other').poll('clusters')).toBe('not-ready');
    publish('two');
    // What it has besides its program is not known yet.
    expect(envoy.poll('extension_configs', ['calls'], controlPlane)).toBe('unchanged');
    pollAll(envoy, controlPlane);
    vi.advanceTimersByTime(15_000);
    expect(pollAll(envoy, controlPlane)).toMatchObject({ clusters: ['two', 'one'] });
    expect(pollAll(envoy, controlPlane)).toMatchObject({ clusters: ['two', 'one'], program: 'two' });
  });
});

test('an Envoy with a program of somebody else gets the published one, whatever it refuses besides', () => {
  const { controlPlane, publish } = openTables({
    one: {
      resources: { listeners: [resource('calls')], extensionConfigs: [resource('calls')] },
    },
  });
  publish('one');
  const envoy = new Envoy(controlPlane);
  envoy.versions.set('listeners', '1');
  envoy.versions.set('extension_configs,calls', 'another');
  envoy.refuse = (service) => service === 'listeners';
  expect(envoy.poll('extension_configs', ['calls'])).toBe('unchanged');
  for (let times = 0; times < 3; times++) envoy.poll('listeners');
  expect(envoy.poll('extension_configs', ['calls'])).toEqual(['calls']);
});

describe('a refused version', () => {
  const tables = {
    one: { resources: { clusters: [resource('dogs')] } },
    broken: { resources: { clusters: [resource('dogs', -1)] } },
    two: { resources: { clusters: [resource('dogs', 2)] } },
  };

  test('is detected, reported once, shown, and sent again only now and then', () => {
    const { controlPlane, publish, events } = openTables(tables);
    const envoy = new Envoy(controlPlane);
    publish('one');
    envoy.poll('clusters');
    publish('broken');
    envoy.refuses = true;
    const answers = Array.from({ length: 14 }, () => envoy.poll('clusters'));
    expect(answers.map((answer) => answer === 'unchanged')).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
    const version = expect.stringMatching(/^sha256:[0-9a-f]{64}@2026-11-23T12:00:01.000Z$/) as string;
    expect(events).toEqual([
      { type: 'published', digest: digestOf('one') },
      { type: 'published', digest: digestOf('broken') },
      { type: 'envoy-refused', node: 'edge', resources: 'clusters', names: [], version },
    ]);
    expect(controlPlane.nodes()).toMatchObject([
      { name: 'edge', accepted: digestOf('one'), refused: [{ service: 'clusters', since: start + 4000 }] },
    ]);
    publish('two');
    envoy.refuses = false;
    envoy.poll('clusters');
    envoy.poll('clusters');
    expect(events.slice(3)).toEqual([
      { type: 'published', digest: digestOf('two') },
      { type: 'envoy-recovered', node: 'edge' },
    ]);
    expect(controlPlane.nodes()).toMatchObject([{ accepted: digestOf('two'), refused: [] }]);
  });

  test('is known also of a program that takes as long as Envoy waits for it', () => {
    const withProgram = (revision: number): Exported => ({
      resources: { clusters: [resource('dogs')], extensionConfigs: [resource('calls', revision)] },
    });
    const { controlPlane, publish, events } = openTables({ one: withProgram(1), two: withProgram(2) });
    publish('one');
    const envoy = new Envoy(controlPlane);
    envoy.poll('clusters');
    envoy.poll('extension_configs', ['calls']);
    publish('two');
    envoy.refuses = true;
    for (let times = 0; times < 4; times++) {
      envoy.poll('extension_configs', ['calls']);
      vi.advanceTimersByTime(15_000);
      envoy.poll('clusters');
    }
    expect(events.map(({ type }) => type)).toEqual(['published', 'published', 'envoy-refused']);
  });

  test('is not one that was lost on its way', () => {
    const { controlPlane, publish, events } = openTables(tables);
    publish('one');
    for (let poll = 0; poll < 5; poll++) controlPlane.poll('edge', { service: 'clusters', names: [] }, '');
    expect(events.map(({ type }) => type)).toEqual(['published']);
  });

  test('is not one of what is not published, whatever an Envoy asks for', () => {
    const { controlPlane, publish, events } = openTables(tables);
    publish('one');
    const envoy = new Envoy(controlPlane);
    envoy.refuses = true;
    for (let poll = 0; poll < 5; poll++) expect(envoy.poll('secrets', ['missing'])).toEqual([]);
    expect(controlPlane.nodes()).toMatchObject([{ name: 'edge', accepted: undefined, refused: [] }]);
    expect(events.map(({ type }) => type)).toEqual(['published']);
  });

  test('does not keep an Envoy that has nothing from being sent it', () => {
    const { controlPlane, publish, events } = openTables(tables);
    publish('one');
    const envoy = new Envoy(controlPlane);
    envoy.refuses = true;
    const answers = Array.from({ length: 4 }, () => envoy.poll('clusters'));
    expect(answers).toEqual([['dogs'], ['dogs'], ['dogs'], ['dogs']]);
    expect(events.map(({ type }) => type)).toEqual(['published', 'envoy-refused']);
  });
});

test('no more than ten thousand Envoys are known at a time, and others get nothing', () => {
  const { controlPlane, publish } = openTables({ one: { resources: { clusters: [resource('dogs')] } } });
  publish('one');
  const poll = (name: string) => controlPlane.poll(name, { service: 'clusters', names: [] }, '').kind;
  const kinds = Array.from({ length: 10_001 }, (_, index) => poll(`edge/${index}`));
  expect([kinds[9_999], kinds[10_000]]).toEqual(['changed', 'too-many']);
  expect(poll('edge/0')).toBe('changed');
  vi.advanceTimersByTime(15_000);
  expect(poll('edge/0')).toBe('changed');
  vi.advanceTimersByTime(10_000);
  expect(poll('edge/10000')).toBe('changed');
  expect(controlPlane.nodes().map(({ name }) => name)).toEqual(['edge/0', 'edge/10000']);
});

test('a table that Envoy cannot honour is reported, and the one before stays published', () => {
  const { controlPlane, publish, events } = openTables({
    one: { resources: { clusters: [resource('dogs')] } },
    two: { refusals: [refusal] },
  });
  publish('one');
  publish('two');
  expect(events.slice(1)).toEqual([
    { type: 'not-published', digest: digestOf('two'), refusals: [refusal], count: 1 },
  ]);
  expect([controlPlane.published, controlPlane.failure]).toEqual([digestOf('one'), refusal]);
  expect(new Envoy(controlPlane).poll('clusters')).toEqual(['dogs']);
  publish('one');
  expect(controlPlane.failure).toBeUndefined();
});

describe('several control planes', () => {
  const tables = {
    one: { resources: { clusters: [resource('dogs')] } },
    two: { resources: { clusters: [resource('dogs', 2)] } },
    three: { resources: { clusters: [resource('dogs', 3)] } },
  };

  test('agree on what is the same, and none that lags undoes what another has published', () => {
    const [first, second] = [openTables(tables), openTables(tables)];
    const envoy = new Envoy(first.controlPlane);
    first.publish('one');
    second.publish('one');
    expect(envoy.poll('clusters')).toEqual(['dogs']);
    expect(envoy.poll('clusters', [], second.controlPlane)).toBe('unchanged');
    vi.advanceTimersByTime(120_000);
    first.publish('two');
    expect(envoy.poll('clusters')).toEqual(['dogs']);
    expect(envoy.poll('clusters', [], second.controlPlane)).toBe('unchanged');
    expect(second.controlPlane.nodes()).toMatchObject([{ accepted: undefined, refused: [] }]);
    second.publish('three');
    expect(envoy.poll('clusters', [], second.controlPlane)).toEqual(['dogs']);
    expect(envoy.poll('clusters')).toBe('unchanged');
    first.publish('three');
    expect(envoy.poll('clusters')).toBe('unchanged');
    expect(first.controlPlane.nodes()).toMatchObject([{ accepted: digestOf('three') }]);
  });

  describe('that follow a branch', () => {
    const seconds = (count: number) => start - 3_600_000 + count * 1000;

    test('agree on the order of commits, whenever each of them has fetched one', () => {
      const [first, lagging] = [openTables(tables), openTables(tables)];
      const envoy = new Envoy(first.controlPlane);
      first.publish('one', seconds(1));
      envoy.poll('clusters');
      first.publish('three', seconds(3));
      envoy.poll('clusters');
      lagging.publish('one', seconds(1));
      // Of an Envoy that comes from elsewhere it is not known yet what it needs.
      vi.advanceTimersByTime(10_000);
      for (let times = 0; times < 12; times++) envoy.poll('clusters', [], lagging.controlPlane);
      lagging.publish('two', seconds(2));
      expect(envoy.poll('clusters', [], lagging.controlPlane)).toBe('unchanged');
      lagging.publish('three', seconds(3));
      expect(envoy.poll('clusters', [], lagging.controlPlane)).toBe('unchanged');
      expect(envoy.poll('clusters')).toBe('unchanged');
      expect(lagging.controlPlane.nodes()).toMatchObject([{ accepted: digestOf('three') }]);
    });

    test('go back to an earlier table by a commit that reverts a later one, also one that has not seen that', () => {
      const [first, other] = [openTables(tables), openTables(tables)];
      const envoy = new Envoy(first.controlPlane);
      for (const { publish } of [first, other]) publish('one', seconds(1));
      envoy.poll('clusters');
      envoy.poll('clusters', [], other.controlPlane);
      first.publish('two', seconds(2));
      envoy.poll('clusters');
      vi.advanceTimersByTime(10_000);
      for (let times = 0; times < 12; times++)
        expect(envoy.poll('clusters', [], other.controlPlane)).toBe('unchanged');
      other.publish('one', seconds(3));
      expect(envoy.poll('clusters', [], other.controlPlane)).toEqual(['dogs']);
      expect(envoy.poll('clusters')).toBe('unchanged');
      expect(other.events.map(({ type }) => type)).toEqual(['published']);
    });

    describe('one of which has restarted with another listener', () => {
      const withListener = (revision: number) =>
        Object.fromEntries(
          ['one', 'two', 'three'].map((name, index): [string, Exported] => [
            name,
            {
              resources: {
                listeners: [resource('calls', name === 'one' ? 1 : revision)],
                clusters: [resource('tracing', revision)],
                extensionConfigs: [{ ...resource('calls', index), source: name }],
              },
            },
          ]),
        );
      const pollListener = (envoy: Envoy, controlPlane: ControlPlane) => {
        envoy.poll('listeners', [], controlPlane);
        envoy.poll('clusters', [], controlPlane);
        envoy.poll('extension_configs', ['calls'], controlPlane);
        return [
          envoy.resources.get('listeners')?.[0]?.['revision'],
          envoy.resources.get('clusters')?.[0]?.['revision'],
          heldBy(envoy).program,
        ];
      };
      const pollsOf = (times: number, poll: () => unknown) => [
        ...new Set(Array.from({ length: times }, () => JSON.stringify(poll()))),
      ];

      test('give it to Envoys, and do not take it back in turn', () => {
        const [old, restarted] = [openTables(withListener(1)), openTables(withListener(2))];
        const envoy = new Envoy(old.controlPlane);
        old.publish('one', seconds(1));
        pollListener(envoy, old.controlPlane);
        old.publishWithOldSettings('two', seconds(2));
        restarted.publish('two', seconds(2));
        expect(pollsOf(3, () => pollListener(envoy, old.controlPlane)).at(-1)).toBe('[1,1,"two"]');
        expect(pollsOf(20, () => pollListener(envoy, restarted.controlPlane)).at(-1)).toBe('[2,2,"two"]');
        expect(pollsOf(20, () => pollListener(envoy, old.controlPlane))).toEqual(['[2,2,"two"]']);
        expect(pollsOf(20, () => pollListener(envoy, restarted.controlPlane))).toEqual(['[2,2,"two"]']);
        // A later table is taken from either of them, but not the listener of before.
        old.publishWithOldSettings('three', seconds(3));
        const listeners = pollsOf(20, () => pollListener(envoy, old.controlPlane));
        expect(listeners.at(-1)).toBe('[2,1,"three"]');
        expect(listeners.filter((held) => !held.startsWith('[2,'))).toEqual([]);
        restarted.publish('three', seconds(3));
        expect(pollsOf(20, () => pollListener(envoy, restarted.controlPlane)).at(-1)).toBe('[2,2,"three"]');
        expect(pollsOf(20, () => pollListener(envoy, old.controlPlane))).toEqual(['[2,2,"three"]']);
      });

      test('agree once the other one has restarted, too', () => {
        const old = openTables(withListener(1));
        old.publish('one', seconds(1));
        old.publishWithOldSettings('two', seconds(2));
        const published = old.kept.at(-1);
        const restarted = openTables(withListener(2), published && { published });
        restarted.publish('two', seconds(2));
        expect(restarted.kept.at(-1)).toMatchObject({ since: seconds(2) });
      });

      test('also with declarations that have no time of a commit', () => {
        const [old, restarted] = [openTables(withListener(1)), openTables(withListener(2))];
        const envoy = new Envoy(old.controlPlane);
        old.publish('one');
        pollListener(envoy, old.controlPlane);
        restarted.publish('two');
        pollsOf(20, () => pollListener(envoy, restarted.controlPlane));
        // The one with the listener of before publishes later.
        old.publishWithOldSettings('two');
        const listeners = pollsOf(20, () => pollListener(envoy, old.controlPlane));
        expect(listeners.filter((held) => !held.startsWith('[2,'))).toEqual([]);
      });
    });

    test('go back to an earlier commit if the branch does, while they see it', () => {
      const { controlPlane, publish } = openTables(tables);
      const envoy = new Envoy(controlPlane);
      publish('two', seconds(2));
      envoy.poll('clusters');
      publish('one', seconds(1));
      expect(envoy.poll('clusters')).toEqual(['dogs']);
    });

    test('take a commit of before a restart for the same, also if its time was not the latest', () => {
      const before = openTables(tables);
      before.publish('two', seconds(2));
      before.publish('three', seconds(1));
      const published = before.kept.at(-1);
      expect(published).toEqual({
        digest: digestOf('three'),
        since: seconds(2) + 1,
        committedAt: seconds(1),
        keys: { digest: digestOf('keys'), since: start },
      });
      const after = openTables(tables, published && { published });
      after.publish('one', seconds(1));
      expect(after.kept).toEqual([{ ...published, digest: digestOf('one') }]);
    });
  });

  test('go back to an earlier table one after the other', () => {
    const [first, second] = [openTables(tables), openTables(tables)];
    const envoy = new Envoy(first.controlPlane);
    for (const { publish } of [first, second]) publish('one');
    envoy.poll('clusters');
    envoy.poll('clusters', [], second.controlPlane);
    vi.advanceTimersByTime(120_000);
    for (const { publish } of [first, second]) publish('two');
    envoy.poll('clusters');
    envoy.poll('clusters', [], second.controlPlane);
    vi.advanceTimersByTime(120_000);
    first.publish('one');
    expect(envoy.poll('clusters')).toEqual(['dogs']);
    expect(envoy.poll('clusters', [], second.controlPlane)).toBe('unchanged');
    expect(envoy.poll('clusters')).toBe('unchanged');
  });

  test('publish after what they have seen, also if a clock is slow', () => {
    const fast = openTables(tables);
    const slow = openTables(tables);
    fast.publish('one');
    const envoy = new Envoy(fast.controlPlane);
    envoy.poll('clusters');
    vi.setSystemTime(start - 30_000);
    slow.publish('one');
    // Of an Envoy that comes from elsewhere it is not known yet what it needs.
    for (let times = 0; times < 22; times++)
      expect(envoy.poll('clusters', [], slow.controlPlane)).toBe('unchanged');
    slow.publish('two');
    expect(envoy.poll('clusters', [], slow.controlPlane)).toEqual(['dogs']);
    expect(envoy.versions.get('clusters')).toMatch(/@2026-11-23T12:00:00.001Z$/);
  });

  test('take nothing from an Envoy that has a secret of a later table', () => {
    const ahead = openTables({ one: { resources: { secrets: [resource('key')] } } });
    const behind = openTables({ one: { resources: { clusters: [resource('dogs')] } } });
    behind.publish('one');
    vi.advanceTimersByTime(1000);
    ahead.publish('one');
    const envoy = new Envoy(ahead.controlPlane);
    expect(envoy.poll('secrets', ['key'])).toEqual(['key']);
    expect(envoy.poll('secrets', ['key'], behind.controlPlane)).toBe('unchanged');
  });

  test('do not believe a date that no clock shows yet', () => {
    const { controlPlane, publish } = openTables(tables);
    publish('one');
    const envoy = new Envoy(controlPlane);
    envoy.poll('clusters');
    envoy.versions.set('clusters', `${digestOf('other')}@9999-01-01T00:00:00.000Z`);
    expect(envoy.poll('clusters')).toEqual(['dogs']);
  });
});

test('a restart with the table of before does not make it newer', () => {
  const before = openTables({ one: {} });
  before.publish('one');
  const [published] = before.kept;
  expect(before.kept).toEqual([
    { digest: digestOf('one'), since: start, keys: { digest: digestOf('keys'), since: start } },
  ]);
  vi.advanceTimersByTime(3_600_000);
  const tables = { one: { resources: { clusters: [resource('dogs')] } } };
  const lagging = openTables(tables, published && { published });
  lagging.publish('one');
  const envoy = new Envoy(lagging.controlPlane);
  envoy.versions.set('clusters', `${digestOf('newer')}@2026-11-23T12:30:00.000Z`);
  expect(envoy.poll('clusters')).toBe('unchanged');
});

test('the tables that Envoys have are noted every minute, until the control plane is closed', () => {
  const { controlPlane, publish, noted } = openTables({ one: exported('one'), two: exported('two') });
  const envoy = new Envoy(controlPlane);
  publish('one');
  pollAll(envoy);
  envoy.refuses = true;
  publish('two');
  pollAll(envoy);
  expect(noted).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(noted).toEqual([new Set([digestOf('one')])]);
  vi.advanceTimersByTime(nodeLifetimeMs);
  expect(noted.slice(1)).toEqual([...Array.from({ length: 9 }, () => noted[0]), new Set()]);
  controlPlane[Symbol.dispose]();
  vi.advanceTimersByTime(nodeLifetimeMs);
  expect(noted).toHaveLength(11);
});

test('Envoys are shown by name until they have not polled for ten minutes', () => {
  const { controlPlane, publish } = openTables({ one: { resources: { clusters: [resource('dogs')] } } });
  publish('one');
  const [east, west] = [new Envoy(controlPlane, 'east'), new Envoy(controlPlane, 'west')];
  west.poll('clusters');
  east.poll('clusters');
  west.poll('clusters');
  const shown = (name: string, accepted: Digest | undefined, polledAt: number) => ({
    name,
    accepted,
    restricted: undefined,
    removalsWait: false,
    polledAt: start + polledAt,
    refused: [],
  });
  expect(controlPlane.nodes()).toEqual([
    shown('east', undefined, 2000),
    shown('west', digestOf('one'), 3000),
  ]);
  vi.advanceTimersByTime(599_500);
  expect(controlPlane.nodes().map(({ name }) => name)).toEqual(['west']);
});
