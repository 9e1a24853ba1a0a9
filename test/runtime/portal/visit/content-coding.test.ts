import { expect, test } from 'vitest';
import { chooseCoding } from '#runtime/portal/visit/content-coding.ts';

test.each([
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd', 'zstd'],
  ['GZIP', 'gzip'],
  ['deflate', 'identity'],
  ['*', 'br'],
  ['*, br;q=0', 'zstd'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['br;q=0, zstd;q=0.0, gzip;q=0.000', 'identity'],
  ['gzip;q=0.5, identity', 'identity'],
  ['gzip, identity', 'gzip'],
  ['gzip;q=0.5, identity;q=0.1', 'gzip'],
  ['*;q=0', 'identity'],
  [`br;q=2, ${'x,'.repeat(5000)}`, 'br'],
])('%s leads to %s', (acceptEncoding, coding) => {
  expect(chooseCoding(acceptEncoding, ['br', 'zstd', 'gzip'])).toBe(coding);
});
