import { expect, test } from 'vitest';
import type { Notice } from '#runtime/portal/notices/list-notices.ts';
import { isNewTo, writeSeen } from '#runtime/portal/notices/seen-notices.ts';

const noticeOf = (id: string): Notice => ({
  id,
  at: 0,
  event: { api: 'DogPark/v1', state: 'blocked', at: 0 },
  page: undefined,
  applications: [],
});

test('a cookie remembers which notices were shown', () => {
  const shown = Array.from({ length: 100 }, (_, index) => noticeOf(String(index)));
  const cookie = writeSeen(shown);
  expect(cookie).toMatch(/^[\w-]{400}$/);
  expect(shown.some((notice) => isNewTo(cookie, notice))).toBe(false);
  expect(isNewTo(cookie, noticeOf('another'))).toBe(true);
});

test('nothing is new to a browser that shows notices for the first time, and everything after an empty page', () => {
  expect(isNewTo(undefined, noticeOf('1'))).toBe(false);
  expect(isNewTo(writeSeen([]), noticeOf('1'))).toBe(true);
});

test.for(['', '-', 'x', '\u0000'.repeat(4), 'a'.repeat(100_000)])(
  'a forged cookie harms nobody: %j',
  (cookie) => {
    expect(isNewTo(cookie, noticeOf('1'))).toBe(true);
  },
);
