import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPassablePath, isSafePath } from '#runtime/gateway/route/is-safe-path.ts';
import { draws } from '../../../full-run.ts';
import { runLua } from './lua-in-test.ts';

const call = await runLua(['find-record.lua', 'check-path.lua'], ['isSafePath', 'isPassablePath', 'decode']);

test.each([
  ['/dogs/1', true, true],
  ['/dogs/%C3%A9', true, true],
  ['/dogs/%C3', false, false],
  ['/dogs/%c0%af', false, false],
  ['/dogs/%ED%A0%80', false, false],
  ['/dogs/%F4%90%80%80', false, false],
  ['/dogs/%zz', false, false],
  ['/dogs/100%', false, false],
  ['/dogs/../cats', false, false],
  ['/dogs/%2E%2e/cats', false, false],
  ['/dogs/..;/cats', false, false],
  ['/dogs/...', true, true],
  ['/dogs;a=1', false, true],
  ['/dogs%2Fcats', false, true],
  ['/dogs%5Ccats', false, true],
  ['/dogs%00', false, false],
  ['/dogs%7f', false, false],
  ['/dogs\u0000', false, false],
  ['/dogs\\cats', false, false],
  ['/dogs//cats', false, false],
  ['dogs', false, false],
  ['', false, false],
])('%j is safe: %j, and passable: %j', (path, safe, passable) => {
  expect([Boolean(call('isSafePath', path)[0]), Boolean(call('isPassablePath', path)[0])]).toEqual([
    safe,
    passable,
  ]);
});

test('paths are safe and passable as they are for the built-in data plane', () => {
  const pieces = [
    '/',
    '/',
    'dogs',
    '.',
    '..',
    '%2e',
    '%2F',
    '%5c',
    '%3b',
    ';',
    '%20',
    '%c3%a9',
    '%c3',
    '%',
    '%7f',
  ];
  const character = fc.integer({ min: 0, max: 0x7f }).map((code) => String.fromCharCode(code));
  const escape = fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
  const path = fc
    .array(fc.oneof(fc.constantFrom(...pieces), character, escape), { maxLength: 6 })
    .map((parts) => `/${parts.join('')}`);
  fc.assert(
    fc.property(path, (text) => {
      expect(Boolean(call('isSafePath', text)[0])).toBe(isSafePath(text));
      expect(Boolean(call('isPassablePath', text)[0])).toBe(isPassablePath(text));
    }),
    { numRuns: draws(5000) },
  );
});

test('escapes are decoded as JavaScript decodes them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(call('decode', encodeURIComponent(text))).toEqual([text]);
    }),
    { numRuns: draws(1000) },
  );
});
