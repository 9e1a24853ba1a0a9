import { expect, test } from 'vitest';
import { checkLines, checkText } from '#compiler/propose/checked-text.ts';

const prose = (text: string) => {
  checkLines('description', [text], 'description');
  checkLines('reason', [text], 'reason');
  checkText('description', text, 'description');
};

test.each([
  ['Persian', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
  ['Sinhala', '\u0DC1\u0DCA\u200D\u0DBB\u0DD3'],
  ['an emoji of two', '\u{1F469}\u200D\u{1F4BB}'],
  ['an emoji with a colour of skin', '\u{1F468}\u{1F3FD}\u200D\u{1F680}'],
  ['an emoji with a variation', '\u{1F3F3}\uFE0F\u200D\u{1F308}'],
])('prose may have the joiners of %s', (_, text) => {
  expect(() => prose(text)).not.toThrow();
  expect(() => checkLines('owner', [text], 'owner')).toThrow(/U\+200[CD]\.$/);
});

test.each([
  ['a\u202Eb', 'U+202E'],
  ['\u200Da', 'U+200D'],
  ['a\u200C', 'U+200C'],
  ['a\u200D\u200Db', 'U+200D'],
  ['a\u200D b', 'U+200D'],
  ['a\u200Bb', 'U+200B'],
  ['a\u0000b', 'U+0000'],
  ['a\u{E0041}b', 'U+E0041'],
])('a text is refused with the name of its hidden character: %j', (text, name) => {
  const message = `The description has a character that cannot be shown. It is ${name}.`;
  expect(() => prose(text)).toThrow(message);
  expect(() => checkText('description', text, 'description')).toThrow(message);
});

test('joiners do not take a text beyond its limit', () => {
  const long = `${'a\u200D'.repeat(1000)}a`;
  expect(() => checkLines('description', [long], 'description')).toThrow('has more than 2000 characters');
});
