import { PlaceTape } from './place-tape.ts';

/** Thrown for a text that is not JSON (RFC 8259), with the offset of the error. */
export class JsonSyntaxError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/**
 * Finds the location of every value of a JSON text; JSON.parse reads the values themselves. `values` is their number,
 * if it is known. Throws a JsonSyntaxError.
 */
export function readJsonPlaces(text: string, values?: number): PlaceTape {
  return new JsonPlaceReader(text, values).read();
}

const quote = 0x22;
const backslash = 0x5c;
const firstPrintable = 0x20;

const scalarPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const escapePattern = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class JsonPlaceReader {
  readonly #text: string;
  readonly #tape: PlaceTape;
  #at = 0;

  constructor(text: string, values: number | undefined) {
    this.#text = text;
    this.#tape = new PlaceTape(values);
  }

  read(): PlaceTape {
    this.#readValue(0, 0);
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#expected('the end of the file');
    return this.#tape.trim();
  }

  #readValue(keyStart: number, keyEnd: number): void {
    this.#skipSpace();
    const value = this.#tape.open(this.#at, keyStart, keyEnd);
    const character = this.#text[this.#at];
    if (character === '{') this.#readObject();
    else if (character === '[') this.#readArray();
    else if (character === '"') this.#readString('the end of this string');
    else this.#readScalar();
    this.#tape.close(value, this.#at);
  }

  #readObject(): void {
    this.#at += 1;
    if (this.#skip('}')) return;
    do this.#readMember();
    while (this.#skip(','));
    if (!this.#skip('}')) throw this.#expected('`,` or `}`');
  }

  #readMember(): void {
    this.#skipSpace();
    const keyStart = this.#at;
    this.#readString('a key in double quotes');
    const keyEnd = this.#at;
    if (!this.#skip(':')) throw this.#expected('`:`');
    this.#readValue(keyStart, keyEnd);
  }

  #readArray(): void {
    this.#at += 1;
    if (this.#skip(']')) return;
    do this.#readValue(0, 0);
    while (this.#skip(','));
    if (!this.#skip(']')) throw this.#expected('`,` or `]`');
  }

  /** Reads a string. An error is reported at its start, since its end may be anywhere. */
  #readString(what: string): void {
    const text = this.#text;
    let at = this.#at;
    let code = text.charCodeAt(at);
    if (code !== quote) throw this.#expected(what);
    for (code = text.charCodeAt(++at); code !== quote; code = text.charCodeAt(at)) {
      const after = code === backslash ? endOfMatch(escapePattern, text, at) : at + 1;
      if (!(code >= firstPrintable) || after === -1) throw this.#expected(what);
      at = after;
    }
    this.#at = at + 1;
  }

  #readScalar(): void {
    const end = endOfMatch(scalarPattern, this.#text, this.#at);
    if (end === -1) throw this.#expected('a value');
    this.#at = end;
  }

  /** Skips `character` if it is next. Returns whether it was. */
  #skip(character: string): boolean {
    this.#skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #skipSpace(): void {
    const text = this.#text;
    let at = this.#at;
    for (let code = text.charCodeAt(at); isSpace(code); code = text.charCodeAt(at)) at += 1;
    this.#at = at;
  }

  #expected(what: string): JsonSyntaxError {
    const isInside = this.#at < this.#text.length;
    const message = isInside ? `Expected ${what} here.` : `The file ends where ${what} is expected.`;
    return new JsonSyntaxError(message, this.#at);
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The end of a sticky pattern's match at an offset; -1 without a match. */
function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
