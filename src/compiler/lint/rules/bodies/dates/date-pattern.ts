/**
 * The values that a pattern allows: those of RFC 3339 by their format, other dates only, with a time or without, none of
 * these, or any text.
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

/** Whole dates that RFC 3339 does not have. */
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

/** A group that is repeated as a whole may take very long, and so may many repetitions: dates need neither. */
const repeatedGroup = /\)[+*{]/;
const repetition = /[+*?]|\{\d+,/g;
const maxRepetitions = 6;

/** Characters and sets of them, and the signs of groups, in which nothing is repeated. */
const fixedPart = /\\.|\[[^\]]*\]|\(\?[:=!]?/g;

const maxLength = 300;

/** What a pattern says of dates of some lengths if it is that of whole texts; `none` if it cannot be read. */
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

/** Texts that patterns only of dates do not allow: numbers with other separators, parts of dates, and longer texts. */
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

/** Whether a pattern is one of whole dates with their separators, and allows no number of another kind. */
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
