import { expect, test } from 'vitest';
import { PlaceTape } from '#compiler/load/syntax/place-tape.ts';

function write(values: number, start: number): PlaceTape {
  const tape = new PlaceTape();
  for (let value = 0; value < values; value += 1) tape.close(tape.open(start, 0, 0), start + 1);
  return tape;
}

function read(tape: PlaceTape): readonly (readonly number[])[] {
  return Array.from({ length: tape.size }, (_, value) => [
    tape.start(value),
    tape.end(value),
    tape.next(value),
  ]);
}

test('a trimmed tape keeps its places while others are written', () => {
  const first = write(3, 7).trim();
  write(2, 90).trim();
  write(300, 80);
  expect(read(first)).toEqual([
    [7, 8, 1],
    [7, 8, 2],
    [7, 8, 3],
  ]);
});

test('a trimmed tape goes on', () => {
  const tape = write(1, 7).trim();
  tape.close(tape.open(20, 0, 0), 25);
  expect(read(tape)).toEqual([
    [7, 8, 1],
    [20, 25, 2],
  ]);
});

test('a value that was not ended has no content of the tape before', () => {
  write(2, 7).trim();
  const tape = new PlaceTape();
  tape.open(30, 0, 0);
  expect(read(tape)).toEqual([[30, 0, 0]]);
});

test('a tape of as many values as were announced is not copied, and takes more', () => {
  const tape = new PlaceTape(2);
  tape.close(tape.open(1, 0, 0), 2);
  tape.close(tape.open(3, 0, 0), 4);
  expect(read(tape.trim())).toEqual([
    [1, 2, 1],
    [3, 4, 2],
  ]);
  tape.close(tape.open(5, 0, 0), 6);
  expect(read(tape.trim()).at(-1)).toEqual([5, 6, 3]);
});
