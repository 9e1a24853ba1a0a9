import { expect, test } from 'vitest';
import { addressOf } from '#runtime/requests/caller-address.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:443', '203.0.113.9'],
])('a request from %s comes from %s', (ip, expected) => {
  expect(addressOf({ ip })).toBe(expected);
});
