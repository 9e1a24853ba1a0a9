import { isUtf8 } from 'node:buffer';

/** Deeper than that nothing is nested that anybody wants; checks that call themselves stay far from their limit. */
const mostLevels = 256;

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  /** What is wrong, to follow "The body". */
  | { readonly ok: false; readonly problem: string };

/**
 * Parses a body that others will parse again, and refuses what they could read in another way: two members of one
 * name (RFC 8259 section 4), a byte order mark, and what is not UTF-8.
 */
export function parseJson(body: Buffer): ParsedJson {
  if (!isUtf8(body)) return { ok: false, problem: 'is not valid UTF-8' };
  const members = countMembers(body);
  if (members === tooDeep) return { ok: false, problem: `is nested more than ${mostLevels} levels deep` };
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    return { ok: false, problem: 'is not valid JSON' };
  }
  if (countKeys(value) === members) return { ok: true, value };
  return { ok: false, problem: 'has an object with two members of one name' };
}

const tooDeep = -1;
const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;

/** How many members all objects of a JSON text have: each has one colon outside of texts. */
function countMembers(body: Buffer): number {
  let members = 0;
  let level = 0;
  for (let index = 0; index < body.length; index++) {
    const byte = body[index] ?? 0;
    if (byte === quote) index = endOfText(body, index + 1);
    else if (byte === colon) members++;
    else if (byte === 0x7b || byte === 0x5b) {
      if (++level > mostLevels) return tooDeep;
    } else if (byte === 0x7d || byte === 0x5d) level--;
  }
  return members;
}

function endOfText(body: Buffer, start: number): number {
  let index = start;
  while (index < body.length && body[index] !== quote) index += body[index] === backslash ? 2 : 1;
  return index;
}

/** How many members are left of them, where the last one of a name has replaced the others. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let keys = 0;
  if (Array.isArray(value)) for (const item of value) keys += countKeys(item);
  else for (const key in value) keys += 1 + countKeys((value as Readonly<Record<string, unknown>>)[key]);
  return keys;
}
