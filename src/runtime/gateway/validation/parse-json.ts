import { isUtf8 } from 'node:buffer';
import { isFaithfulNumber } from '#openapi/writing/is-faithful-number.ts';

/** No useful body nests deeper; recursive checks stay far from their limit. */
const maxLevels = 256;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  /** The problem, to follow "The body". */
  | { readonly ok: false; readonly problem: string };

/**
 * Parses a body that others will parse again, and refuses anything that they could read differently: two members of one
 * name (RFC 8259 section 4), a number of more digits than a double keeps (section 6), a byte order mark, and what is
 * not UTF-8.
 */
export function parseJson(body: Buffer): ParsedJson {
  if (!isUtf8(body)) return { ok: false, problem: 'is not valid UTF-8' };
  const members = countMembers(body);
  if (typeof members === 'string') return { ok: false, problem: members };
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return { ok: false, problem: 'is not valid JSON' };
  }
  if (countKeys(value) === members) return { ok: true, value };
  return { ok: false, problem: 'has an object with duplicate member names' };
}

const tooDeep = `is nested more than ${maxLevels} levels deep`;
const tooExact = 'contains a number that is too large or has too many digits to be checked';
const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;

/** How many members all objects of a JSON text have: each has one colon outside of texts. Or why not to parse it. */
function countMembers(body: Buffer): number | string {
  let members = 0;
  let level = 0;
  for (let index = 0; index < body.length; index++) {
    const byte = body[index] ?? 0;
    if (byte === quote) index = endOfText(body, index + 1);
    else if (byte === colon) members++;
    else if (byte === 0x7b || byte === 0x5b) {
      if (++level > maxLevels) return tooDeep;
    } else if (byte === 0x7d || byte === 0x5d) level--;
    else if (isDigit(byte)) {
      const end = endOfNumber(body, index + 1);
      if (!isFaithfulNumber(body.toString('latin1', index, end))) return tooExact;
      index = end - 1;
    }
  }
  return members;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function endOfNumber(body: Buffer, start: number): number {
  let index = start;
  while (index < body.length && isPartOfNumber(body[index] ?? 0)) index++;
  return index;
}

/** A digit, a dot, a sign or the letter of an exponent. */
function isPartOfNumber(byte: number): boolean {
  return isDigit(byte) || byte === 0x2e || byte === 0x2b || byte === 0x2d || (byte | 0x20) === 0x65;
}

function endOfText(body: Buffer, start: number): number {
  let index = start;
  while (index < body.length && body[index] !== quote) index += body[index] === backslash ? 2 : 1;
  return index;
}

/** How many of them remain, if the last one of a name has replaced the others. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) for (const item of value) keys += countKeys(item);
  else for (const key in value) keys += 1 + countKeys((value as Readonly<Record<string, unknown>>)[key]);
  return keys;
}
