import { giveUp } from './doubt.ts';

/** The possible first characters of plain scalars that are not strings in the core schema. */
const startsOfOthers = new Set([...'-+.~0123456789nNtTfF'].map((character) => character.charCodeAt(0)));

const nulls = /^(?:~|[Nn]ull|NULL)$/;
const booleans = /^(?:[Tt]rue|TRUE|[Ff]alse|FALSE)$/;
const integer = /^[-+]?[0-9]+$/;
const octal = /^0o[0-7]+$/;
const hexadecimal = /^0x[0-9a-fA-F]+$/;
const decimal = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const notFinite = /^(?:[-+]?\.(?:inf|Inf|INF)|\.nan|\.NaN|\.NAN)$/;

/** The value of a plain scalar on one line, by the core schema of YAML 1.2 (section 10.3.2). */
export function resolvePlain(source: string): string | number | boolean | null {
  if (!startsOfOthers.has(source.charCodeAt(0))) return source;
  if (nulls.test(source)) return null;
  if (booleans.test(source)) return source.length === 4;
  return resolveNumber(source) ?? source;
}

function resolveNumber(source: string): number | undefined {
  if (notFinite.test(source)) giveUp();
  const number = parseNumber(source);
  if (number !== undefined && !Number.isFinite(number)) giveUp();
  return number;
}

function parseNumber(source: string): number | undefined {
  if (integer.test(source)) return Number.parseInt(source, 10);
  if (octal.test(source)) return Number.parseInt(source.slice(2), 8);
  if (hexadecimal.test(source)) return Number.parseInt(source.slice(2), 16);
  return decimal.test(source) ? Number.parseFloat(source) : undefined;
}
