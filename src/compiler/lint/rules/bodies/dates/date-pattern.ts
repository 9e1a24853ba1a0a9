/**
 * The values that a pattern allows: dates or date-times of RFC 3339, only `other` forms of them, `none` of these, or
 * `any` string.
 */
export type DatePattern = 'date' | 'date-time' | 'other' | 'other-date' | 'other-date-time' | 'none' | 'any';

const valid = {
  date: ['2026-03-01', '2024-12-28'],
  'date-time': [
    '2026-03-01T09:30:00Z',
    '2026-03-01T09:30:00.123Z',
    '2026-03-01T09:30:00+01:00',
    '2026-03-01T09:30:00.123+01:00',
  ],
} as const;

/** Complete dates and date-times in forms that RFC 3339 does not allow. */
const others = {
  date: ['2026/03/01', '01/03/2026', '01.03.2026', '01-03-2026', '20260301'],
  'date-time': [
    '2026-03-01T09:30:00',
    '2026-03-01T09:30',
    '2026-03-01 09:30:00',
    '2026-03-01 09:30',
    '20260301093000',
    '20260301T093000Z',
  ],
} as const;

const nonsense = ['~', '?!', 'dog'];

/**
 * Patterns with a repeated group or many repetitions may take exponential time to match; those of dates need neither.
 */
const repeatedGroup = /\)[+*{]/;
const repetition = /[+*?]|\{\d+,/g;
const maxRepetitions = 6;

/** Escapes, character sets and group prefixes, whose characters do not repeat anything. */
const fixedPart = /\\.|\[[^\]]*\]|\(\?[:=!]?/g;

const maxLength = 300;

/**
 * The dates that a pattern allows in the given range of lengths, if it must match whole strings; `none` if it is
 * invalid or may take too long.
 */
export function readDatePattern(
  pattern: string,
  { shortest = 0, longest = Infinity }: { readonly shortest?: number; readonly longest?: number } = {},
): DatePattern {
  if (mayTakeLong(pattern)) return 'none';
  const expression = compile(pattern);
  if (!expression) return 'none';
  const allows = (texts: readonly string[]): boolean => texts.some((text) => expression.test(text));
  if (allows(nonsense)) return 'any';
  const allowsLong = (texts: readonly string[]): boolean =>
    allows(texts.filter(({ length }) => length >= shortest && length <= longest));
  if (allowsLong(valid['date-time'])) return 'date-time';
  if (allowsLong(valid.date)) return 'date';
  const isDate = allowsLong(others.date);
  if (allowsLong(others['date-time'])) return isDate ? 'other' : 'other-date-time';
  return isDate ? 'other-date' : 'none';
}

/**
 * Strings that a pattern only for dates does not match: numbers with other separators, parts of dates, and longer
 * strings.
 */
const lookalikes = [
  '20260301',
  '20260301093000',
  '01-03-2026',
  '12-34-5678',
  '2026',
  '2026-03',
  '2026-03-01-04',
  '2026/03',
  '1',
  '1/2',
  '1.2.3',
  '192.168.0.1',
];

/** Whether a pattern matches complete dates with separators, and no other kind of number. */
export function isOfDatesOnly(pattern: string): boolean {
  if (['none', 'any'].includes(readDatePattern(pattern))) return false;
  const expression = compile(pattern);
  return expression !== undefined && !lookalikes.some((text) => expression.test(text));
}

function mayTakeLong(pattern: string): boolean {
  if (pattern.length > maxLength || repeatedGroup.test(pattern)) return true;
  const repetitions = pattern.replaceAll(fixedPart, 'x').match(repetition) ?? [];
  return repetitions.length > maxRepetitions;
}

function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return undefined;
  }
}
