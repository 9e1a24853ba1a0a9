import { expect, test } from 'vitest';
import { newConsumerKey } from '../../../src/runtime/token/new-consumer-key.ts';

test('a consumer key is 128 bits of base64url and does not look like an option', () => {
  const keys = Array.from({ length: 2000 }, newConsumerKey);
  expect(keys.filter((key) => !/^[A-Za-z0-9_][A-Za-z0-9_-]{21}$/.test(key))).toEqual([]);
  expect(new Set(keys).size).toBe(keys.length);
});
