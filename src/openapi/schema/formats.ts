import type { Json } from '#compiled/json.ts';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isDateTime, isFullDate, isTime } from './rfc-3339.ts';
import { isUuid } from './is-uuid.ts';

type FormatName = keyof typeof fullFormats;
/** The test of a format of numbers or of texts, in a form that ajv accepts. */
type Format = (typeof fullFormats)[FormatName];

/**
 * The maximum length of a text with a format. Every regular expression of a format takes at most quadratic time, so
 * that a body of this length cannot block the gateway.
 */
const maxCharacters: Readonly<Partial<Record<FormatName, number>>> = {
  date: 64,
  time: 64,
  'date-time': 64,
  duration: 256,
  email: 1024,
  hostname: 256,
  ipv4: 64,
  ipv6: 64,
  uri: 8192,
  'uri-reference': 8192,
};

/** The minimum length of a text with a format. */
const minCharacters = new Map(
  Object.entries({
    date: 10,
    time: 8,
    'date-time': 20,
    duration: 3,
    email: 5,
    hostname: 1,
    ipv4: 7,
    ipv6: 2,
    uri: 3,
    uuid: 36,
  }),
);

/** Formats that ajv-formats checks more loosely than their standard. */
const strictFormats: Readonly<Partial<Record<FormatName, Format>>> = {
  date: isFullDate,
  time: isTime,
  'date-time': isDateTime,
};

/** The formats that are checked; other formats are ignored. */
export const knownFormats: Readonly<Record<string, Format>> = {
  ...Object.fromEntries(
    Object.entries(maxCharacters).map(([name, most]) => [name, boundText(name as FormatName, most)]),
  ),
  byte: isBase64,
  int32: fullFormats.int32,
  int64: { type: 'number', validate: isInt64 },
  uuid: isUuid,
};

/** Whether the gateway accepts a value for a format. A format restricts only texts, or only numbers. */
export function isOfFormat(value: Json, format: string): boolean {
  const known = Object.hasOwn(knownFormats, format) ? knownFormats[format] : undefined;
  if (typeof known === 'function') return typeof value !== 'string' || known(value);
  const test = typeof known === 'object' && 'validate' in known ? known.validate : undefined;
  return typeof value !== 'number' || typeof test !== 'function' || (test as (n: number) => boolean)(value);
}

/** Whether a format is checked only for texts. */
export function isOfTexts(format: string): boolean {
  return Object.hasOwn(knownFormats, format) && typeof knownFormats[format] === 'function';
}

/** The minimum number of characters of a text that the gateway accepts for a format. */
export function minLengthOf(format: string): number {
  return minCharacters.get(format) ?? 0;
}

/** The maximum length of texts with a format, if it is small. */
const longest: Readonly<Record<string, number>> = { date: 10, ipv4: 15 };

/** The maximum number of characters of a text with a format; Infinity if it is not known. */
export function maxLengthOf(format: string): number {
  return longest[format] ?? Infinity;
}

/**
 * Whether a number is a 64-bit integer, as exactly as a double can be tested: the integers next to either bound are the
 * same double.
 */
function isInt64(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= 2 ** 63;
}

function boundText(name: FormatName, most: number): (text: string) => boolean {
  const matches = testOf(strictFormats[name] ?? fullFormats[name]);
  return (text) => text.length <= most && matches(text);
}

function testOf(format: Format): (text: string) => boolean {
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'function') return format;
  if (typeof format === 'object' && 'validate' in format) return testOf(format.validate as Format);
  throw new Error('a format of ajv-formats is of no known form');
}

/** Whether a text is base64 (RFC 4648 section 4), of any length. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && !/[^A-Za-z0-9+/=]|=(?!=?$)/.test(text);
}
