import { expect, test } from 'vitest';
import { comparedElsewhere, notCompared, partsOfFiles, wholeDeclarations } from './covered-data.ts';
import { dataBlocks, readsBlock } from './shell-blocks.ts';

const beginnings = [
  ...wholeDeclarations,
  ...partsOfFiles.map(([block]) => block),
  ...Object.keys(comparedElsewhere),
  ...Object.keys(notCompared),
];

const fits = (beginning: string) => dataBlocks.filter(({ name }) => name.startsWith(beginning));

test('every other block of the documentation is checked by a test, or listed with a reason', () => {
  const covered = new Set(beginnings.flatMap(fits));
  expect(dataBlocks.filter((block) => !covered.has(block)).map(({ name }) => name)).toEqual([]);
});

test('no entry of the list is out of date', () => {
  expect(beginnings.filter((beginning) => fits(beginning).length === 0)).toEqual([]);
});

test('the tests that are named read the blocks from the pages', () => {
  const others = Object.entries(comparedElsewhere).filter(
    ([beginning, file]) => !readsBlock(file, beginning),
  );
  expect(others).toEqual([]);
});
