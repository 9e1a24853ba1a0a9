import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeHidden, hasHidden, markHidden } from '../../../src/compiled/texts/hidden-characters.ts';

const ranges: readonly (readonly [what: string, first: number, last: number])[] = [
  ['controls', 0x00, 0x1f],
  ['more controls', 0x7f, 0x9f],
  ['the soft hyphen', 0xad, 0xad],
  ['the combining grapheme joiner', 0x34f, 0x34f],
  ['the Arabic letter mark', 0x61c, 0x61c],
  ['Hangul fillers', 0x115f, 0x1160],
  ['Mongolian selectors', 0x180b, 0x180f],
  ['characters without a width, and direction marks', 0x200b, 0x200f],
  ['separators, embeddings and overrides of the direction', 0x2028, 0x202e],
  ['invisible operators and isolates', 0x2060, 0x206f],
  ['the blank Braille pattern', 0x2800, 0x2800],
  ['the Hangul filler', 0x3164, 0x3164],
  ['variation selectors', 0xfe00, 0xfe0f],
  ['the byte order mark', 0xfeff, 0xfeff],
  ['the half-width Hangul filler', 0xffa0, 0xffa0],
  ['annotations', 0xfff9, 0xfffb],
  ['musical formats', 0x1d173, 0x1d17a],
  ['tags and more variation selectors', 0xe0000, 0xe01ef],
];

test.each(ranges)('%s are hidden, found in any text, marked and escaped', (_, first, last) => {
  for (let code = first; code <= last; code += 1) {
    const name = `ad${String.fromCodePoint(code)}min`;
    expect([code, hasHidden(name), markHidden(name)]).toEqual([code, true, 'ad\uFFFDmin']);
    if (code !== 0x0a) expect(escapeHidden(name, () => '.')).toMatch(/^ad\.\.?min$/);
  }
});

test.each([
  'Ada Lovelace',
  'Zoë',
  'Łukasz',
  'Νίκος',
  'Мария',
  'مريم',
  'דניאל',
  'नीता',
  '李小龍',
  '김민준',
  'Ada–Lovelace’s',
  '🐶',
])('the name %s has nothing hidden', (name) => {
  expect([hasHidden(name), markHidden(name), escapeHidden(name, () => '.')]).toEqual([false, name, name]);
});

test.each(['👩‍🔬 Ada', '❤️', '👨‍👩‍👧‍👦', '🏳️‍🌈', '👩🏽‍🚀', 'می‌خواهم', 'क्‍ष'])(
  '%s is spelled with joiners, which stay in a shown name',
  (name) => {
    expect(markHidden(name)).toBe(name);
    expect(hasHidden(name)).toBe(true);
  },
);

describe('in any text', () => {
  test('nothing hidden is left after escaping, and only one kind of mark after marking', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(hasHidden(escapeHidden(text.replaceAll('\n', ''), () => '.'))).toBe(false);
        if (!hasHidden(text)) expect(markHidden(text)).toBe(text);
      }),
    );
  });

  test('a line keeps its end', () => {
    expect(escapeHidden('{"a":"\u202E"}\n', () => '.')).toBe('{"a":"."}\n');
    expect(escapeHidden('{"a":"b"}\n', () => '.')).toBe('{"a":"b"}\n');
  });
});
