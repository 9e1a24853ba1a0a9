import { expect, test } from 'vitest';
import { renderComparison } from '#runtime/portal/proposals/render-comparison.ts';
import { pageText } from '../page-text.ts';

const line = (message: string) => ({ message, operations: [] });

test('a new version is compared with the one before, for its subscribers', () => {
  const section = renderComparison({
    api: 'DogPark/v2',
    previous: 'DogPark/v1',
    changes: {
      breaking: [line('GET /dogs: query parameter `sort` was removed.')],
      risky: [line('GET /dogs: the order of <b>dogs</b> changed.'), line('GET /walks was renamed.')],
      compatible: [line('GET /cats was added.')],
      descriptions: 3,
    },
    subscribers: ['DogWalker', 'KennelSync'],
  });
  expect(String(section)).toContain('<code>sort</code>');
  expect(String(section)).not.toContain('<b>');
  expect(pageText(`<html><main>${String(section)}</main></html>`)).toBe(`## Compared with DogPark/v1
1 breaking change, 2 risky changes, and 1 compatible change.
These applications are subscribed to DogPark/v1. Their calls may need changes before they move to the new version:
- DogWalker
- KennelSync
### Breaking for callers
- GET /dogs: query parameter sort was removed.
### Risky for callers
- GET /dogs: the order of <b>dogs</b> changed.
- GET /walks was renamed.
### Compatible
- GET /cats was added.`);
});

test('a new version that breaks nothing is questioned', () => {
  const changes = { breaking: [], risky: [], compatible: [], descriptions: 0 };
  const section = renderComparison({ api: 'A/v2', previous: 'A/v1', changes, subscribers: ['DogWalker'] });
  expect(String(section)).toContain('Nothing breaks a caller of A/v1');
  expect(String(section)).not.toContain('DogWalker');
});

test('many long changes leave room on the page, and their number is shown', () => {
  const many = Array.from({ length: 900 }, (_, index) => line(`${index} ${'<&>'.repeat(500)}`));
  const section = String(
    renderComparison({
      api: 'A/v2',
      previous: 'A/v1',
      changes: { breaking: many, risky: many, compatible: many, descriptions: 0 },
      subscribers: Array.from({ length: 900 }, (_, index) => `Application${index}`),
    }),
  );
  expect(section.length).toBeLessThan(27_000);
  expect(section).toContain('900 breaking changes, 900 risky changes, and 900 compatible changes.');
  expect(section).toMatch(/… and \d+ more\./);
});
