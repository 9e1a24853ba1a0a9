import { isUtf8 } from 'node:buffer';
import { isFaithfulNumber } from '#openapi/writing/is-faithful-number.ts';

/** The deepest accepted nesting. No useful body is deeper, and recursive checks stay far from a stack overflow. */
const maxLevels = 256;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  /** The problem, to follow "The body" in a sentence. */
  | { readonly ok: false; readonly problem: string };

/**
 * Parses a body, and refuses anything that the upstream could read differently: duplicate member names (RFC 8259
 * section 4), a number with more digits than a double holds (section 6), a byte order mark, and invalid UTF-8.
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

/**
 * The number of members of all objects in a JSON text, which is the number of colons outside its strings; or the
 * problem that makes the text unacceptable.
 */
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

/** The number of members in a parsed value. Of several members with the same name, it contains only the last one. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) for (const item of value) keys += countKeys(item);
  else for (const key in value) keys += 1 + countKeys((value as Readonly<Record<string, unknown>>)[key]);
  return keys;
}
