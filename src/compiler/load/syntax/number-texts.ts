import type { Json } from '#compiled/json.ts';
import type { PlaceTape } from './place-tape.ts';
import { decodeKey } from './simple-yaml/quoted-scalar.ts';

/** The numbers of JSON, and those of the core schema of YAML 1.2 (section 10.3.2) that are not octal or hexadecimal. */
const decimal = /^([-+]?)(?:(\d+)(\.\d+)?\.?|(\.\d+))([eE][-+]?\d+)?$/;
const otherBase = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/;

const fewDigits = /^(?:0|-?[1-9]\d{0,14})$/;

/**
 * The text of a number in JSON, if JSON.stringify writes its value differently; undefined also for a source that is not
 * a number.
 */
export function exactTextOf(source: string): string | undefined {
  // Fast path: most numbers are short integers, whose texts every program keeps.
  if (fewDigits.test(source)) return undefined;
  const text = otherBase.test(source) ? String(BigInt(source)) : toJsonNumber(source);
  return text === undefined || JSON.stringify(Number(text)) === text ? undefined : text;
}

/** A decimal number of YAML or JSON as a number of JSON, digit by digit. */
function toJsonNumber(source: string): string | undefined {
  const parts = decimal.exec(source);
  if (!parts) return undefined;
  const [, sign, whole = '0', fraction = '', bareFraction = '', exponent = ''] = parts;
  return `${sign === '-' ? '-' : ''}${whole.replace(/^0+(?=\d)/, '')}${fraction}${bareFraction}${exponent}`;
}

/** The texts of the numbers below a value, whose places in a JSON or YAML text are known. */
export function numberTextsAt(text: string, places: PlaceTape, value: number): Json | undefined {
  const [first, end] = [value + 1, places.next(value)];
  if (first === end) return startsNumber(text, places.start(value)) ? textAt(text, places, value) : undefined;
  const isList = places.keyEnd(first) === 0;
  let found: [string, Json][] | undefined;
  for (let child = first, index = 0; child < end; child = places.next(child), index += 1) {
    const texts = numberTextsAt(text, places, child);
    if (texts === undefined) continue;
    const name = isList ? String(index) : decodeKey(text, places.keyStart(child), places.keyEnd(child));
    (found ??= []).push([name, texts]);
  }
  return found && Object.fromEntries(found);
}

function textAt(text: string, places: PlaceTape, value: number): string | undefined {
  return exactTextOf(text.slice(places.start(value), places.end(value)));
}

/** Whether a character may begin a number: a sign, a point or a digit. */
function startsNumber(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e;
}

/** Whether a JSON text has a number that JSON.stringify would write differently. */
export function hasExactNumbers(json: string): boolean {
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at);
    else if (startsNumber(json, at)) {
      const end = endOfNumber(json, at);
      if (exactTextOf(json.slice(at, end)) !== undefined) return true;
      at = end - 1;
    }
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;

/** The offset of the quote that ends a string. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let slashes = 0;
  while (json.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
  return slashes % 2 === 1;
}

const numberPattern = /[-+.\deE]*/y;

function endOfNumber(json: string, at: number): number {
  numberPattern.lastIndex = at;
  numberPattern.test(json);
  return numberPattern.lastIndex;
}
