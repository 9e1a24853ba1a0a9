import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import type { EnvoyResource } from '#export/envoy/envoy-resources.ts';
import type { ControlPlane } from '#serve/control-plane/control-plane.ts';
import type { DiscoveryService } from '#serve/control-plane/protocol/discovery-types.ts';
import {
  Envoy,
  exported,
  type Exported,
  heldBy,
  openTables,
  pollAll,
  resource,
  tableNamed,
} from '../tables-in-test.ts';

/** A table from which others take something away. */
function restrictedBy(name: string, others: readonly string[], secrets: readonly string[] = []): Exported {
  const programs = others.map((other) => {
    const source = `${name} without ${other}`;
    return [other, { ...resource('calls'), source, code: { inline_string: source } }] as const;
  });
  return { ...exported(name, secrets), restricted: Object.fromEntries(programs) };
}

/** Envoys refuse the secret of two tables, which take something away from the first one. */
const tables = {
  one: restrictedBy('one', ['two', 'three', 'four']),
  two: restrictedBy('two', ['three'], ['header']),
  three: exported('three', ['header']),
  four: exported('four'),
  five: exported('five', ['header']),
};

/** One poll for each kind of resources, and for the secret, which Envoy refuses. */
function pollRefusing(envoy: Envoy, controlPlane?: ControlPlane) {
  envoy.refuses = true;
  envoy.poll('secrets', ['header'], controlPlane);
  envoy.refuses = false;
  return pollAll(envoy, controlPlane);
}

function pollsOf(times: number, poll: () => { readonly program: unknown }): readonly unknown[] {
  return [...new Set(Array.from({ length: times }, () => poll().program))];
}

/** An Envoy that has the first table, and a control plane that has published the second one. */
function openRefusing() {
  const opened = openTables(tables);
  const envoy = new Envoy(opened.controlPlane);
  opened.publish('one');
  pollAll(envoy);
  opened.publish('two');
  return { ...opened, envoy };
}

/** Lets what was read arrive. */
const untilRead = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

describe('an Envoy that refuses a resource of the newest table', () => {
  test('has the program of before without what the newest one takes away, until it accepts the resource', () => {
    const { controlPlane, publish, restricted, envoy } = openRefusing();
    expect(pollsOf(20, () => pollRefusing(envoy))).toEqual(['one without two']);
    expect(controlPlane.nodes()).toMatchObject([
      {
        accepted: digestOf('one'),
        restricted: { digest: digestOf('one without two'), by: digestOf('two') },
        refused: [{ service: 'secrets', names: ['header'] }],
      },
    ]);
    publish('three');
    expect(envoy.poll('extension_configs', ['calls'])).toEqual(['calls']);
    // For longer than what no Envoy refers to is kept.
    expect(pollsOf(40, () => pollRefusing(envoy))).toEqual(['one without three']);
    expect(heldBy(envoy)).toMatchObject({ clusters: ['three', 'one'], routes: ['one', 'three'] });
    for (let times = 0; times < 12; times += 1) envoy.poll('secrets', ['header']);
    expect(pollsOf(3, () => pollAll(envoy))).toEqual(['three']);
    expect(controlPlane.nodes()).toMatchObject([
      { accepted: digestOf('three'), restricted: undefined, refused: [] },
    ]);
    expect(restricted).toEqual(['one without two', 'one without three']);
  });

  test('gets a program at once that does not refer to the resource any more', () => {
    const { publish, envoy } = openRefusing();
    for (let times = 0; times < 5; times += 1) pollRefusing(envoy);
    publish('four');
    pollAll(envoy);
    expect(pollAll(envoy).program).toBe('four');
  });

  test('gets the program of before back with the table of before', () => {
    const { controlPlane, publish, envoy } = openRefusing();
    for (let times = 0; times < 5; times += 1) pollRefusing(envoy);
    publish('one');
    expect(pollAll(envoy).program).toBe('one');
    pollAll(envoy);
    expect(controlPlane.nodes()).toMatchObject([{ accepted: digestOf('one'), restricted: undefined }]);
  });

  test('keeps its program if nothing is taken away, and is shown without what is', () => {
    const { controlPlane, publish, restricted } = openTables({ ...tables, one: exported('one') });
    const envoy = new Envoy(controlPlane);
    publish('one');
    pollAll(envoy);
    publish('two');
    for (let times = 0; times < 5; times += 1) pollRefusing(envoy);
    expect(envoy.poll('extension_configs', ['calls'])).toBe('unchanged');
    expect(controlPlane.nodes()).toMatchObject([
      { accepted: digestOf('one'), restricted: { digest: digestOf('one'), by: digestOf('two') } },
    ]);
    expect(restricted).toEqual([]);
  });

  test('gets the program of before back with a table that takes nothing away any more', () => {
    const { publish, envoy } = openRefusing();
    expect(pollsOf(20, () => pollRefusing(envoy))).toEqual(['one without two']);
    publish('five');
    expect(pollsOf(20, () => pollRefusing(envoy))).toEqual(['one']);
    publish('three');
    expect(pollsOf(20, () => pollRefusing(envoy))).toEqual(['one without three']);
  });

  test('is sent a program that it refuses as rarely as all else, in other words each time', () => {
    const { controlPlane, envoy } = openRefusing();
    const sent: string[] = [];
    envoy.refuse = (service, resources) => {
      if (service === 'extension_configs') sent.push(JSON.stringify(resources));
      // Envoy takes what it has refused for accepted when it is sent the same words again.
      return service === 'secrets' || sent.at(-1) !== sent.at(-2);
    };
    const programs = Array.from({ length: 30 }, () => {
      envoy.poll('secrets', ['header']);
      return envoy.poll('extension_configs', ['calls']);
    });
    expect(programs.filter((answer) => answer !== 'unchanged')).toHaveLength(7);
    envoy.poll('clusters');
    envoy.poll('routes', ['calls']);
    expect(controlPlane.nodes()).toMatchObject([
      {
        accepted: digestOf('one'),
        restricted: undefined,
        refused: [{ service: 'extension_configs' }, { service: 'secrets' }],
      },
    ]);
    envoy.refuse = (service) => service === 'secrets';
    expect(pollsOf(12, () => pollRefusing(envoy))).toContain('one without two');
  });
});

test('an Envoy that was sent a new secret does not wait for what is taken away until it has accepted or refused that', () => {
  const { publish, restricted, envoy } = openRefusing();
  envoy.poll('clusters');
  expect(envoy.poll('extension_configs', ['calls'])).toBe('unchanged');
  envoy.poll('secrets', ['header']);
  envoy.poll('extension_configs', ['calls']);
  expect(heldBy(envoy).program).toBe('one without two');
  envoy.poll('secrets', ['header']);
  expect(pollsOf(3, () => pollAll(envoy)).at(-1)).toBe('two');
  publish('three');
  expect(pollsOf(3, () => pollAll(envoy)).at(-1)).toBe('three');
  expect(restricted).toEqual(['one without two']);
});

test('no program is restricted for Envoys that refuse nothing, however many tables there are', () => {
  const { controlPlane, publish, restricted } = openTables({
    ...tables,
    one: restrictedBy('one', ['two', 'three', 'four'], ['header']),
  });
  const envoy = new Envoy(controlPlane);
  for (const name of ['one', 'two', 'three', 'four']) {
    publish(name);
    for (let times = 0; times < 3; times += 1) {
      envoy.poll('secrets', ['header']);
      pollAll(envoy);
    }
  }
  expect(heldBy(envoy).program).toBe('four');
  expect(restricted).toEqual([]);
});

/** Envoy takes what it has refused for accepted when it is sent the same words again. */
function refusesPrograms(...sources: readonly string[]) {
  let last = '';
  return (service: DiscoveryService, [program]: readonly EnvoyResource[]) => {
    if (service !== 'extension_configs') return false;
    const isRepeated = last === JSON.stringify(program);
    last = JSON.stringify(program);
    return sources.includes(String(program?.['source'])) && !isRepeated;
  };
}

describe('an Envoy that refuses the program of the newest table', () => {
  test('has the program of before without what the newest one takes away, and is sent the refused one now and then', () => {
    const { controlPlane, publish, events } = openTables({
      one: restrictedBy('one', ['two', 'three']),
      two: restrictedBy('two', ['three']),
      three: exported('three'),
    });
    const envoy = new Envoy(controlPlane);
    publish('one');
    for (let times = 0; times < 2; times += 1) pollAll(envoy);
    publish('two');
    const sent: unknown[] = [];
    const refuse = refusesPrograms('two');
    envoy.refuse = (service, resources) => {
      if (service === 'extension_configs') sent.push(resources[0]?.['source']);
      return refuse(service, resources);
    };
    expect(pollsOf(40, () => pollAll(envoy))).toEqual(['one', 'one without two']);
    // Twice, and then every ten seconds; each poll takes one here.
    expect(sent.slice(0, 4)).toEqual(['two', 'two', 'one without two', 'two']);
    expect(sent.filter((source) => source === 'one without two')).toHaveLength(1);
    expect(sent.length).toBeLessThan(20);
    expect(controlPlane.nodes()).toMatchObject([
      {
        accepted: digestOf('one'),
        restricted: { digest: digestOf('one without two'), by: digestOf('two') },
        removalsWait: false,
        refused: [{ service: 'extension_configs', names: ['calls'] }],
      },
    ]);
    expect(events.map(({ type }) => type)).toEqual(['published', 'published', 'envoy-refused']);
    // A later table that takes more away reaches it, although it refuses that too.
    envoy.refuse = refusesPrograms('two', 'two without three', 'three');
    publish('three');
    expect(pollsOf(40, () => pollAll(envoy)).at(-1)).toBe('one without three');
    envoy.refuse = () => false;
    expect(pollsOf(40, () => pollAll(envoy)).at(-1)).toBe('three');
    pollAll(envoy);
    expect(controlPlane.nodes()).toMatchObject([
      { accepted: digestOf('three'), restricted: undefined, refused: [] },
    ]);
    const later = ['published', 'envoy-refused', 'envoy-recovered'];
    expect(events.map(({ type }) => type).slice(3)).toEqual(later);
  });

  test('keeps the program of before if nothing is taken away', () => {
    const { controlPlane, publish, restricted } = openTables({ ...tables, one: exported('one') });
    const envoy = new Envoy(controlPlane);
    publish('one');
    pollAll(envoy);
    publish('four');
    envoy.refuse = refusesPrograms('four');
    expect(pollsOf(40, () => pollAll(envoy))).toEqual(['one']);
    expect(controlPlane.nodes()).toMatchObject([
      { accepted: digestOf('one'), refused: [{ service: 'extension_configs' }] },
    ]);
    expect(restricted).toEqual([]);
  });
});

describe('a control plane that has not seen what an Envoy refuses', () => {
  test('gives nothing back, keeps what the Envoy refers to, and takes away what is taken away later', () => {
    const { controlPlane: first, envoy } = openRefusing();
    const second = openTables(tables);
    second.publish('one');
    pollAll(envoy, second.controlPlane);
    vi.advanceTimersByTime(100);
    second.publish('two');
    for (let times = 0; times < 5; times += 1) pollRefusing(envoy);
    expect(heldBy(envoy).program).toBe('one without two');
    expect(pollsOf(40, () => pollAll(envoy, second.controlPlane))).toEqual(['one without two']);
    expect(heldBy(envoy)).toMatchObject({ clusters: ['two', 'one'], routes: ['one', 'two'] });
    expect(second.controlPlane.nodes()).toMatchObject([
      { accepted: digestOf('one'), restricted: { by: digestOf('two') } },
    ]);
    second.publish('three');
    expect(pollAll(envoy, second.controlPlane).program).toBe('one without three');
    expect(pollsOf(3, () => pollAll(envoy, first))).toEqual(['one without three']);
  });

  test('gives nothing back though its clock is slow', () => {
    const { envoy } = openRefusing();
    for (let times = 0; times < 5; times += 1) pollRefusing(envoy);
    vi.setSystemTime(Date.now() - 30_000);
    const slow = openTables(tables);
    slow.publish('one');
    slow.publish('two');
    const other = new Envoy(slow.controlPlane, 'other');
    other.poll('secrets', ['header']);
    pollAll(other);
    expect(pollsOf(20, () => pollAll(envoy, slow.controlPlane))).toEqual(['one without two']);
    for (let times = 0; times < 2; times += 1) envoy.poll('secrets', ['header'], slow.controlPlane);
    expect(pollsOf(3, () => pollAll(envoy, slow.controlPlane))).toContain('two');
  });

  test('does not send the program of the newest table before it knows that the Envoy has its secrets', () => {
    const own = { ...tables, one: exported('one') };
    const [first, second] = [openTables(own), openTables(own)];
    const envoy = new Envoy(first.controlPlane);
    for (const { publish } of [first, second]) publish('one');
    pollAll(envoy);
    for (const { publish } of [first, second]) publish('two');
    for (let times = 0; times < 5; times += 1) pollRefusing(envoy);
    expect(pollsOf(3, () => pollAll(envoy, second.controlPlane))).toEqual(['one']);
    expect(pollsOf(20, () => pollRefusing(envoy, second.controlPlane))).toEqual(['one']);
    expect(second.controlPlane.nodes()).toMatchObject([
      { accepted: digestOf('one'), refused: [{ service: 'secrets', names: ['header'] }] },
    ]);
    for (let times = 0; times < 12; times += 1) envoy.poll('secrets', ['header'], second.controlPlane);
    expect(pollsOf(3, () => pollAll(envoy, second.controlPlane))).toContain('two');
  });

  test('gives nothing back after a restart with the refused table alone', () => {
    const { envoy } = openRefusing();
    for (let times = 0; times < 5; times += 1) pollRefusing(envoy);
    const restarted = openTables(tables);
    restarted.controlPlane.remember(tableNamed('two'), 'keys');
    restarted.publish('two');
    expect(pollsOf(20, () => pollRefusing(envoy, restarted.controlPlane))).toEqual(['one without two']);
    expect(restarted.restricted).toEqual([]);
    const restricted = { digest: undefined, by: digestOf('two') };
    expect(restarted.controlPlane.nodes()).toMatchObject([
      { accepted: undefined, restricted, removalsWait: false },
    ]);
    restarted.publish('three');
    expect(pollsOf(20, () => pollRefusing(envoy, restarted.controlPlane))).toEqual(['one without two']);
    expect(restarted.controlPlane.nodes()).toMatchObject([{ restricted, removalsWait: true }]);
  });

  test('says of one without a restricted program that it does not get what is taken away after a restart', () => {
    const { controlPlane, publish } = openTables(tables);
    const envoy = new Envoy(controlPlane);
    publish('one');
    for (let times = 0; times < 2; times += 1) pollAll(envoy);
    expect(controlPlane.nodes()).toMatchObject([{ accepted: digestOf('one'), removalsWait: false }]);
    const restarted = openTables(tables);
    restarted.publish('two');
    expect(pollsOf(20, () => pollRefusing(envoy, restarted.controlPlane))).toEqual(['one']);
    expect(restarted.controlPlane.nodes()).toMatchObject([
      { accepted: undefined, restricted: undefined, removalsWait: true },
    ]);
    for (let times = 0; times < 12; times += 1) envoy.poll('secrets', ['header'], restarted.controlPlane);
    expect(pollsOf(5, () => pollAll(envoy, restarted.controlPlane))).toContain('two');
    expect(restarted.controlPlane.nodes()).toMatchObject([
      { accepted: digestOf('two'), removalsWait: false },
    ]);
  });

  test('takes away what is taken away later, if it can read the table of the Envoy again', async () => {
    const { envoy } = openRefusing();
    for (let times = 0; times < 5; times += 1) pollRefusing(envoy);
    const restarted = openTables(tables, { earlier: ['one'] });
    restarted.controlPlane.remember(tableNamed('two'), 'keys');
    restarted.publish('three');
    expect(pollsOf(20, () => pollRefusing(envoy, restarted.controlPlane))).toEqual(['one without two']);
    expect(heldBy(envoy).clusters).toEqual(['two', 'one']);
    await untilRead();
    expect(pollsOf(20, () => pollRefusing(envoy, restarted.controlPlane)).at(-1)).toBe('one without three');
    expect(heldBy(envoy).clusters).toEqual(['three', 'one']);
    expect(restarted.controlPlane.nodes()).toMatchObject([
      { accepted: digestOf('one'), restricted: { by: digestOf('three') }, removalsWait: false },
    ]);
    // For longer than what no Envoy refers to is kept.
    expect(pollsOf(60, () => pollRefusing(envoy, restarted.controlPlane))).toEqual(['one without three']);
    expect(heldBy(envoy).clusters).toEqual(['three', 'one']);
  });

  test('takes away also what the table takes away that it has started with', async () => {
    const { controlPlane, publish } = openTables(tables);
    const envoy = new Envoy(controlPlane);
    publish('one');
    pollAll(envoy);
    const restarted = openTables(tables, { earlier: ['one'] });
    restarted.publish('two');
    pollsOf(20, () => pollRefusing(envoy, restarted.controlPlane));
    await untilRead();
    expect(pollsOf(5, () => pollRefusing(envoy, restarted.controlPlane)).at(-1)).toBe('one without two');
  });

  test('reads a table again that it has published itself, and that only this Envoy has', async () => {
    const { envoy } = openRefusing();
    for (let times = 0; times < 5; times += 1) pollRefusing(envoy);
    const second = openTables(tables, { earlier: ['one'] });
    second.publish('one');
    second.publish('two');
    vi.advanceTimersByTime(5 * 60_000);
    second.publish('three');
    expect(pollsOf(20, () => pollRefusing(envoy, second.controlPlane))).toEqual(['one without two']);
    await untilRead();
    expect(pollsOf(5, () => pollRefusing(envoy, second.controlPlane)).at(-1)).toBe('one without three');
  });
  test('reports an earlier table that it cannot export again, leaves the Envoy with it, and publishes later tables', async () => {
    const { envoy } = openRefusing();
    for (let times = 0; times < 5; times += 1) pollRefusing(envoy);
    const restarted = openTables({ ...tables, one: { throws: true } }, { earlier: ['one'] });
    restarted.publish('three');
    pollsOf(20, () => pollRefusing(envoy, restarted.controlPlane));
    await untilRead();
    expect(pollsOf(20, () => pollRefusing(envoy, restarted.controlPlane))).toEqual(['one without two']);
    expect(restarted.controlPlane.nodes()).toMatchObject([{ removalsWait: true }]);
    expect(restarted.events.filter(({ type }) => type === 'warning')).toEqual([
      {
        type: 'warning',
        message: `The earlier table ${digestOf('one')} cannot be published again: It cannot be exported.`,
      },
    ]);
    for (let times = 0; times < 12; times += 1) envoy.poll('secrets', ['header'], restarted.controlPlane);
    expect(pollsOf(20, () => pollAll(envoy, restarted.controlPlane)).at(-1)).toBe('three');
  });
});

describe('a control plane that was restarted with a version that writes programs in another way', () => {
  /** The first table with another program, and with clusters of a revision. */
  function rewritten(revision = 1) {
    const { resources, ...rest } = tables.one;
    const [program] = resources?.extensionConfigs ?? [];
    const extensionConfigs = [{ ...program, code: { inline_string: 'one, as it is written now' } }];
    const clusters = [resource('one', revision)];
    return {
      ...tables,
      one: { ...rest, resources: { ...resources, clusters, extensionConfigs } } as Exported,
    };
  }

  /** An Envoy with the first table that has not polled for a while, and one that has restarted with that table. */
  function openRestarted(written: Readonly<Record<string, Exported>>, earlier?: readonly string[]) {
    const { controlPlane, publish } = openTables(tables);
    const envoy = new Envoy(controlPlane);
    publish('one');
    pollAll(envoy);
    const restarted = openTables(written, earlier && { earlier });
    restarted.controlPlane.remember(tableNamed('one'), 'keys');
    return { envoy, ...restarted };
  }

  /** For longer than an earlier program is sent. */
  const waitLong = () => vi.advanceTimersByTime(30_000);
  const waits = { accepted: undefined, restricted: undefined, removalsWait: true };
  const isRestricted = {
    accepted: digestOf('one'),
    restricted: { digest: digestOf('one without two'), by: digestOf('two') },
    removalsWait: false,
  };

  test('takes away from an Envoy that refuses a resource', () => {
    const { envoy, controlPlane, publish } = openRestarted(rewritten());
    publish('two');
    waitLong();
    expect(pollsOf(20, () => pollRefusing(envoy, controlPlane)).at(-1)).toBe('one without two');
    expect(controlPlane.nodes()).toMatchObject([isRestricted]);
  });

  test('takes away from an Envoy whose table it reads again', async () => {
    const { envoy, controlPlane, publish } = openRestarted(rewritten(), ['one']);
    publish('two');
    // For longer than what no Envoy refers to is kept.
    vi.advanceTimersByTime(60_000);
    expect(pollsOf(20, () => pollRefusing(envoy, controlPlane))).toEqual(['one']);
    await untilRead();
    expect(pollsOf(20, () => pollRefusing(envoy, controlPlane)).at(-1)).toBe('one without two');
    expect(controlPlane.nodes()).toMatchObject([isRestricted]);
  });

  test('takes away from an Envoy that refuses all but what it has', () => {
    const { envoy, controlPlane, publish } = openRestarted(rewritten());
    publish('four');
    waitLong();
    envoy.refuse = (service) => service === 'clusters';
    expect(pollsOf(20, () => pollAll(envoy, controlPlane)).at(-1)).toBe('one without four');
    expect(heldBy(envoy).clusters).toEqual(['one']);
    expect(controlPlane.nodes()).toMatchObject([
      { restricted: { by: digestOf('four') }, removalsWait: false },
    ]);
  });

  test('takes away from an Envoy that refuses the program', () => {
    const { envoy, controlPlane, publish } = openRestarted({ ...rewritten(), two: exported('two') });
    publish('two');
    waitLong();
    envoy.refuse = refusesPrograms('two');
    expect(pollsOf(20, () => pollAll(envoy, controlPlane)).at(-1)).toBe('one without two');
    expect(controlPlane.nodes()).toMatchObject([isRestricted]);
  });

  test('leaves an Envoy with its program that may not have what the program refers to now, and shows that', () => {
    const { envoy, controlPlane, publish } = openRestarted(rewritten(2));
    publish('four');
    waitLong();
    envoy.refuse = (service) => service === 'clusters';
    expect(pollsOf(20, () => pollAll(envoy, controlPlane))).toEqual(['one']);
    expect(controlPlane.nodes()).toMatchObject([waits]);
    envoy.refuse = () => false;
    expect(pollsOf(20, () => pollAll(envoy, controlPlane)).at(-1)).toBe('four');
  });

  test('takes nothing away from an Envoy that refuses the program of the same table', () => {
    const { envoy, controlPlane, publish, restricted } = openRestarted(rewritten());
    publish('one');
    envoy.refuse = (service) => service === 'extension_configs';
    expect(pollsOf(20, () => pollAll(envoy, controlPlane))).toEqual(['one']);
    expect(controlPlane.nodes()).toMatchObject([
      { restricted: undefined, removalsWait: false, refused: [{ service: 'extension_configs' }] },
    ]);
    expect(restricted).toEqual([]);
  });
});
