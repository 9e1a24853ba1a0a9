import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { digestOf } from '#compiled/digest.ts';
import { AcceptedTables } from '#serve/control-plane/publications/accepted-tables.ts';
import { openSavedText } from '#serve/services/saved-text.ts';
import { eventually } from '../../../eventually.ts';
import { makeTestFolder } from '../../../platform/in-folder.ts';
import { Envoy, exported, openTables, pollAll } from '../tables-in-test.ts';

const [one, two, three] = ['one', 'two', 'three'].map(digestOf) as [
  ReturnType<typeof digestOf>,
  ReturnType<typeof digestOf>,
  ReturnType<typeof digestOf>,
];

test('an Envoy can be expected to accept its own table, and then those of others, the newest first', () => {
  const accepted = new AcceptedTables();
  expect([accepted.before('east'), accepted.latest]).toEqual([[], undefined]);
  accepted.note('east', one);
  accepted.note('west', two);
  accepted.note('west', three);
  expect(accepted.before('east')).toEqual([one, three, two]);
  expect(accepted.before('west')).toEqual([three, two, one]);
  expect(accepted.before('new')).toEqual([three, two, one]);
  expect([accepted.of('east'), accepted.of('new'), accepted.latest]).toEqual([one, undefined, three]);
});

test('only the last tables and the last names are remembered', () => {
  const accepted = new AcceptedTables();
  const tables = Array.from({ length: 12 }, (_, index) => digestOf(String(index)));
  for (const table of tables) accepted.note('east', table);
  expect(accepted.before('new')).toEqual(tables.slice(2).toReversed());
  for (let name = 0; name < 10_000; name += 1) accepted.note(String(name), one);
  expect([accepted.of('east'), accepted.of('0')]).toEqual([undefined, one]);
});

test('the Envoys that are forgotten are forgotten with their tables, which others can still be expected to accept', () => {
  const rendered: (() => string)[] = [];
  const accepted = new AcceptedTables(undefined, (render) => void rendered.push(render));
  accepted.note('east', one);
  accepted.note('west', two);
  accepted.keepOnly(new Map([['west', {}]]));
  expect([accepted.of('east'), accepted.of('west')]).toEqual([undefined, two]);
  expect(accepted.before('east')).toEqual([two, one]);
  expect(new AcceptedTables(rendered.at(-1)?.()).of('east')).toBeUndefined();
  const { length } = rendered;
  accepted.keepOnly(new Map([['west', {}]]));
  expect(rendered).toHaveLength(length);
});

test('what a large number of Envoys accept at once is rendered and written once', async () => {
  const folder = await makeTestFolder(onTestFinished);
  const renders: string[] = [];
  await using text = await openSavedText(folder, 'accepted.json', () => undefined);
  const accepted = new AcceptedTables(text.saved, (render) =>
    text.keep(() => {
      const rendered = render();
      renders.push(rendered);
      return rendered;
    }),
  );
  for (let name = 0; name < 5000; name += 1) {
    accepted.note(String(name), one);
    // They poll one after the other.
    if (name % 100 === 0) await Promise.resolve();
  }
  // It is written while the control plane runs, too.
  const file = join(folder, 'accepted.json');
  const written = () => readFile(file, 'utf8').catch(() => '');
  await eventually(async () => expect(new AcceptedTables(await written()).of('4999')).toBe(one));
  expect(renders).toHaveLength(1);
  accepted.note('east', two);
  await text[Symbol.asyncDispose]();
  expect(new AcceptedTables(await written()).of('east')).toBe(two);
  expect(renders).toHaveLength(2);
});

test('what Envoys have accepted is known after a restart', async () => {
  const folder = await makeTestFolder(onTestFinished);
  const warnings: string[] = [];
  const open = () => openSavedText(folder, 'accepted.json', (message) => void warnings.push(message));
  const before = await open();
  const accepted = new AcceptedTables(before.saved, before.keep);
  accepted.note('east', one);
  accepted.note('west', two);
  await before[Symbol.asyncDispose]();
  const { saved } = await open();
  expect(saved).toBe(await readFile(join(folder, 'accepted.json'), 'utf8'));
  expect(new AcceptedTables(saved).before('east')).toEqual([one, two]);
  expect(warnings).toEqual([]);
});

test.each(['', '{', '[]', '{"recent":1,"byName":{}}', '{"recent":["sha256:x"],"byName":[["east"],[1,2]]}'])(
  'nothing is known of a text that is damaged: %s',
  (kept) => {
    expect(new AcceptedTables(kept).before('east')).toEqual([]);
  },
);

test('a file that cannot be written is reported', async () => {
  const folder = await makeTestFolder(onTestFinished);
  const warnings: string[] = [];
  const text = await openSavedText(
    join(folder, 'missing'),
    'accepted.json',
    (message) => void warnings.push(message),
  );
  text.keep(() => '{}');
  await text[Symbol.asyncDispose]();
  expect(warnings).toEqual([expect.stringContaining('accepted.json cannot be written: ')]);
});

test('an Envoy is forgotten with its table ten minutes after its last poll, or after a restart', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const acceptedBy = { east: 'one', gone: 'one' };
  const { controlPlane, publish, renderAccepted } = openTables({ one: exported('one') }, { acceptedBy });
  publish('one');
  const namesAfter = (minutes: number, polls: readonly Envoy[]) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      for (const envoy of polls) pollAll(envoy);
      vi.advanceTimersByTime(60_000);
    }
    const { byName } = JSON.parse(renderAccepted()) as { readonly byName: readonly [string, string][] };
    return byName.map(([name]) => name).toSorted();
  };
  const [east, west] = [new Envoy(controlPlane, 'east'), new Envoy(controlPlane, 'west')];
  expect(namesAfter(8, [east, west])).toEqual(['east', 'gone', 'west']);
  expect(namesAfter(4, [east, west])).toEqual(['east', 'west']);
  expect(namesAfter(12, [east])).toEqual(['east']);
});
