import { expect, test } from 'vitest';
import { isOfFormat, minLengthOf } from '#openapi/schema/formats.ts';

test.each([
  ['date', '2026-03-01'],
  ['time', '09:30:00'],
  ['date-time', '2026-03-01T09:30:00Z'],
  ['duration', 'P1D'],
  ['email', 'a@b.c'],
  ['hostname', 'a'],
  ['ipv4', '1.1.1.1'],
  ['ipv6', '::'],
  ['uri', 'a:1'],
  ['uuid', '6f1c1fbe-9c0e-4d0e-8f3c-2b6c0a4f1d11'],
  ['uri-reference', ''],
  ['byte', ''],
  ['colour', ''],
  ['toString', ''],
])('the shortest texts of the format %s are like %j', (format, text) => {
  expect(isOfFormat(text, format)).toBe(true);
  expect(minLengthOf(format)).toBe(text.length);
  for (let index = 0; index < text.length; index += 1) {
    const shorter = text.slice(0, index) + text.slice(index + 1);
    expect(isOfFormat(shorter, format), shorter).toBe(false);
  }
});

/** All texts of some length of the characters that formats give a meaning. */
function textsOf(length: number): readonly string[] {
  if (length === 0) return [''];
  return textsOf(length - 1).flatMap((text) => [...'aP1:.@/-%TDZ'].map((character) => text + character));
}

test.each(['duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri'])(
  'no text of up to four characters is shorter than those of the format %s',
  (format) => {
    const accepted = [0, 1, 2, 3, 4].flatMap(textsOf).filter((text) => isOfFormat(text, format));
    expect(accepted.filter((text) => text.length < minLengthOf(format))).toEqual([]);
  },
);
