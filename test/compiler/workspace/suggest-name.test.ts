import { expect, test } from 'vitest';
import { suggestName } from '#compiler/workspace/suggest-name.ts';

test('suggests the closest name, and otherwise what to do', () => {
  expect(suggestName('gould', ['gold', 'bronze'], 'List them.')).toBe('Did you mean `gold`?');
  expect(suggestName('silver', ['gold', 'bronze'], 'List them.')).toBe('List them.');
});

test('never suggests the name itself', () => {
  expect(suggestName('gold', ['gold', 'bold'], 'List them.')).toBe('Did you mean `bold`?');
  expect(suggestName('gold', ['gold', 'bronze'], 'List them.')).toBe('List them.');
});
