import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { digestOf } from '../../../../src/compiled/digest.ts';
import { AcceptedTables } from '../../../../src/serve/control-plane/publications/accepted-tables.ts';
import { openKeptText } from '../../../../src/serve/control-plane/publications/kept-text.ts';
import { makeTestFolder } from '../../../platform/in-folder.ts';

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

test('what Envoys have accepted is known after a restart', async () => {
  const folder = await makeTestFolder(onTestFinished);
  const warnings: string[] = [];
  const open = () => openKeptText(folder, 'accepted.json', (message) => void warnings.push(message));
  const before = await open();
  const accepted = new AcceptedTables(before.kept, before.keep);
  accepted.note('east', one);
  accepted.note('west', two);
  await before[Symbol.asyncDispose]();
  const { kept } = await open();
  expect(kept).toBe(await readFile(join(folder, 'accepted.json'), 'utf8'));
  expect(new AcceptedTables(kept).before('east')).toEqual([one, two]);
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
  const text = await openKeptText(
    join(folder, 'missing'),
    'accepted.json',
    (message) => void warnings.push(message),
  );
  text.keep('{}');
  await text[Symbol.asyncDispose]();
  expect(warnings).toEqual([expect.stringContaining('accepted.json cannot be written: ')]);
});
