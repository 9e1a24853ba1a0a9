import { expect, test } from 'vitest';
import { CounterTable, createCounterMemory } from '../../../src/runtime/state/counter-table.ts';

test('a key that two threads made a slot for at once is left in the first of them', () => {
  const memory = createCounterMemory(16);
  const [table, words] = [new CounterTable(memory), new BigInt64Array(memory)];
  const key = CounterTable.hash('a key');
  const slotAt = (step: number) => (key.first + step) & 15;
  words[slotAt(2) * 2] = key.hash;
  expect(table.locate(key, 0)).toBe(slotAt(0));
  expect([table.holds(slotAt(0), key), table.holds(slotAt(2), key)]).toEqual([true, false]);
  expect(table.locate(key, 0)).toBe(slotAt(0));
});

test('a key has one slot for as long as its value is not idle, whatever else is in the table', () => {
  const table = new CounterTable(createCounterMemory(16));
  const key = CounterTable.hash('a key');
  const slot = table.locate(key, 10);
  expect(table.replace(slot, 0, 11)).toBe(true);
  for (let index = 0; index < 100; index++) table.locate(CounterTable.hash(`other ${index}`), 10);
  expect([table.holds(slot, key), table.read(slot), table.locate(key, 10)]).toEqual([true, 11, slot]);
  for (let index = 0; index < 100; index++) table.locate(CounterTable.hash(`other ${index}`), 11);
  expect(table.holds(slot, key)).toBe(false);
});
