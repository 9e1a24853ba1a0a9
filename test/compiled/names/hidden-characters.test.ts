import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeHidden, hasHidden, markHidden } from '#compiled/names/hidden-characters.ts';

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

/** With the joiners as escapes, since nobody sees them here either. */
const spelledWithJoiners = {
  emoji: [
    '👩\u200D🔬 Ada',
    '❤\uFE0F',
    '👨\u200D👩\u200D👧\u200D👦',
    '🏳\uFE0F\u200D🌈',
    '👩🏽\u200D🚀',
    '1\uFE0F\u20E3',
    '#\uFE0F\u20E3',
  ],
  letters: ['علی\u200Cرضا', 'می\u200Cخواهم', 'क्\u200Dष', 'क्\u200Cष', 'മോഹന്\u200D', 'ශ්\u200Dරී'],
};

test.each(spelledWithJoiners.emoji)('%s is an emoji in a shown name, and in no name of a login', (name) => {
  expect([markHidden(name), hasHidden(name)]).toEqual([name, true]);
});

test.each(spelledWithJoiners.letters)('%s is a spelling, also in the name of a login', (name) => {
  expect([markHidden(name), hasHidden(name)]).toEqual([name, false]);
});

test.each([
  ['a selector after a digit', 'a1\uFE0F'],
  ['a selector after a star', '*\uFE0F'],
  ['a selector after a keycap', '1\u20E3\uFE0F'],
  ['a second selector', '❤\uFE0F\uFE0F'],
  ['a non-joiner after a letter that does not join', 'دارا\u200Cرضا'],
  ['a non-joiner at the end', 'علی\u200C'],
  ['two non-joiners', 'علی\u200C\u200Cرضا'],
  ['a non-joiner before another script', 'علی\u200Cali'],
  ['a non-joiner between Latin letters', 'ali\u200Creza'],
  ['a non-joiner after a letter without a virama', 'क\u200Cष'],
  ['a non-joiner after a virama at the end', 'क्\u200C'],
  ['a joiner in an Arabic word', 'علی\u200Dرضا'],
  ['a joiner after a letter without a virama', 'क\u200Dष'],
  ['a joiner before no emoji', '👩\u200D'],
])('%s is hidden', (_what, name) => {
  expect([markHidden(name).includes('\uFFFD'), hasHidden(name)]).toEqual([true, true]);
});

test('the signs that Arabic, Syriac and Kaithi write before a number are seen', () => {
  const signs = [
    0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd,
  ];
  for (const sign of signs.map((code) => String.fromCodePoint(code)))
    expect([markHidden(sign), hasHidden(sign), escapeHidden(sign, () => '.')]).toEqual([sign, false, sign]);
});

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
