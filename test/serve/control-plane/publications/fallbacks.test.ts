import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import type { Refusal } from '#export/envoy/refusal.ts';
import { draws } from '../../../full-run.ts';
import { Envoy, exported, type Exported, heldBy, openTables, resource } from '../tables-in-test.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** The newest table needs a secret, which Envoys refuse; the earlier ones lose nothing by it. */
const tables: Readonly<Record<string, Exported>> = {
  ...Object.fromEntries(names.map((name) => [name, exported(name)])),
  newest: exported('newest', ['header']),
};

const refusal: Refusal = {
  deviation: 'concurrent_calls',
  subject: 'Tier gold',
  message: 'Envoy does not count calls.',
  help: 'Remove the limit.',
};

/** An Envoy that starts, and refuses the secret. */
function startRefusing({ controlPlane }: ReturnType<typeof openTables>, name?: string): Envoy {
  const envoy = new Envoy(controlPlane, name);
  envoy.refuse = (service, resources) => service === 'secrets' && resources.length > 0;
  return envoy;
}

/** Polls for everything, and lets arrive what is read then. */
async function pollOnce(envoy: Envoy): Promise<void> {
  envoy.poll('clusters');
  envoy.poll('routes', ['calls']);
  envoy.poll('secrets', ['header']);
  envoy.poll('extension_configs', ['calls']);
  await vi.advanceTimersByTimeAsync(0);
}

async function programAfter(rounds: number, envoy: Envoy): Promise<unknown> {
  for (let round = 0; round < rounds; round += 1) await pollOnce(envoy);
  return heldBy(envoy).program;
}

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

test('an Envoy that starts gets the first accepted table that can be read and exported, or else the newest one without the secret', () =>
  fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(names),
      fc.subarray(names),
      fc.subarray(names),
      fc.boolean(),
      async (accepted, readable, broken, canRead) => {
        const failing = broken.map((name, index): readonly [string, Exported] => [
          name,
          index % 2 === 0 ? { throws: true } : { refusals: [refusal] },
        ]);
        const before = { accepted, ...(canRead && { earlier: readable }) };
        const opened = openTables({ ...tables, ...Object.fromEntries(failing) }, before);
        using _ = opened.controlPlane;
        opened.publish('newest');
        const usable = accepted.filter(
          (name) => canRead && readable.includes(name) && !broken.includes(name),
        );
        expect(await programAfter(20, startRefusing(opened))).toBe(usable[0] ?? 'newest');
        expect(opened.reads).toHaveLength(new Set(opened.reads).size);
      },
    ),
    { numRuns: draws(200) },
  ));

test('a table that could not be read is read again once another table is published', async () => {
  const earlier: string[] = [];
  const opened = openTables({ ...tables, next: exported('next', ['header']) }, { accepted: ['a'], earlier });
  opened.publish('newest');
  expect(await programAfter(20, startRefusing(opened))).toBe('newest');
  earlier.push('a');
  opened.publish('next');
  expect(await programAfter(20, startRefusing(opened, 'other'))).toBe('a');
  expect(opened.reads).toEqual([digestOf('a'), digestOf('a')]);
});

test('tables that Envoys name are read once each, and none is forgotten for another', async () => {
  const opened = openTables(tables, { accepted: ['a', 'b'], earlier: [] });
  opened.publish('newest');
  const others = Array.from({ length: 50 }, (_, index) => digestOf(`other ${index}`));
  for (let round = 0; round < 4; round += 1) {
    for (const [index, table] of others.entries()) {
      const version = `${digestOf('program')}@2026-11-23T11:00:00.000Z ${table}`;
      opened.controlPlane.poll(`other ${index}`, { service: 'extension_configs', names: ['calls'] }, version);
    }
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(await programAfter(20, startRefusing(opened))).toBe('newest');
  expect(opened.reads.toSorted()).toEqual([...others, digestOf('a'), digestOf('b')].toSorted());
});

test('the table that an Envoy needs to start is noted as in use, whichever it is', async () => {
  const opened = openTables(tables, { accepted: ['a', 'b'], earlier: ['b'] });
  opened.publish('newest');
  const envoy = startRefusing(opened);
  for (let round = 0; round < 8; round += 1) {
    envoy.poll('clusters');
    envoy.poll('secrets', ['header']);
    await vi.advanceTimersByTimeAsync(0);
  }
  await vi.advanceTimersByTimeAsync(60_000);
  expect(opened.noted.at(-1)).toContain(digestOf('b'));
});

test('an Envoy that starts is sent nothing empty in place of what only the newest table has, in whichever order it polls', () => {
  const polls = [
    ['clusters', []],
    ['routes', ['calls']],
    ['routes', ['new']],
    ['secrets', ['header']],
    ['extension_configs', ['calls']],
    ['extension_configs', ['new']],
  ] as const;
  const { routes = [], extensionConfigs = [], ...others } = exported('newest', ['header']).resources ?? {};
  const newest = {
    resources: {
      ...others,
      routes: [...routes, { ...resource('new'), virtual_hosts: [] }],
      extensionConfigs: [...extensionConfigs, resource('new')],
    },
  };
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...polls), { maxLength: 60 }), (drawn) => {
      const { controlPlane, publish, events } = openTables({ one: exported('one'), newest });
      using _ = controlPlane;
      const first = new Envoy(controlPlane, 'first');
      publish('one');
      for (let round = 0; round < 3; round += 1) for (const [service, of] of polls) first.poll(service, of);
      publish('newest');
      const envoy = new Envoy(controlPlane, 'second');
      envoy.refuse = (service) => service === 'secrets';
      const answers = [...drawn, ...Array.from({ length: 8 }, () => polls).flat()].map(([service, of]) =>
        envoy.poll(service, of),
      );
      expect(answers).not.toContainEqual([]);
      expect(heldBy(envoy).program).toBe('one');
      const refused = events.filter((event) => event.type === 'envoy-refused' && event.node === 'second');
      expect(refused).toMatchObject([{ resources: 'secrets', names: ['header'] }]);
    }),
    { numRuns: draws(500) },
  );
});

test('Envoys that start one after the other get the same earlier table, however long after the newest one was published', async () => {
  const opened = openTables(tables);
  const first = new Envoy(opened.controlPlane, 'first');
  opened.publish('a');
  await programAfter(3, first);
  opened.publish('newest');
  first.refuse = (service) => service === 'secrets';
  for (let started = 0; started < 6; started += 1) {
    // Some of them start while what is needed no more is removed.
    for (let round = 0; round < 3 + started; round += 1) await pollOnce(first);
    expect(await programAfter(12, startRefusing(opened, `later ${started}`))).toBe('a');
  }
});
