import { expect, test } from 'vitest';
import { CounterTable, createCounterMemory } from '#runtime/state/counter-table.ts';

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

test('a key has one slot for as long as its value is not idle, whatever else is there', () => {
  const table = new CounterTable(createCounterMemory(16));
  const key = CounterTable.hash('a key');
  const slot = table.locate(key, 10);
  expect(table.replace(slot, 0, 11)).toBe(true);
  for (let index = 0; index < 100; index++) table.locate(CounterTable.hash(`other ${index}`), 10);
  expect([table.holds(slot, key), table.read(slot), table.locate(key, 10)]).toEqual([true, 11, slot]);
  for (let index = 0; index < 100; index++) table.locate(CounterTable.hash(`other ${index}`), 11);
  expect(table.holds(slot, key)).toBe(false);
});

test('a value is replaced only where it is the expected one', () => {
  const table = new CounterTable(createCounterMemory(16));
  const slot = table.locate(CounterTable.hash('a key'), 0);
  const largest = 2 ** 53 - 1;
  expect([table.replace(slot, 1, 5), table.read(slot)]).toEqual([false, 0]);
  expect([table.replace(slot, 0, largest), table.read(slot)]).toEqual([true, largest]);
  expect([table.replace(slot, largest - 1, 5), table.read(slot)]).toEqual([false, largest]);
  table.subtract(slot, largest - 7);
  expect(table.read(slot)).toBe(7);
});

test('few keys stand near each other in a large table, and more than fit there in all of it', () => {
  const table = new CounterTable(createCounterMemory());
  const locate = (index: number) => {
    const slot = table.locate(CounterTable.hash(`key ${index}`), 10);
    table.replace(slot, 0, 11);
    return slot;
  };
  const few = Array.from({ length: 1000 }, (_, index) => locate(index));
  expect(Math.max(...few)).toBeLessThan(16_384);
  const many = Array.from({ length: 40_000 }, (_, index) => locate(index));
  expect(many.slice(0, 1000)).toEqual(few);
  expect(new Set(many).size).toBe(40_000);
  expect(many.filter((slot) => slot >= 16_384).length).toBeGreaterThan(20_000);
});
