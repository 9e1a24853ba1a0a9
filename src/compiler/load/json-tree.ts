import type { Span } from '../workspace/source-file.ts';

/** A value of a JSON text by its place alone; the values themselves come from JSON.parse. */
export interface JsonNode extends Span {
  readonly members?: ReadonlyMap<string, JsonMember>;
  readonly items?: readonly JsonNode[];
}

export interface JsonMember {
  readonly key: Span;
  readonly value: JsonNode;
}

/** Where and why a text is not JSON (RFC 8259). */
export class JsonSyntaxError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const scalarPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
// oxlint-disable-next-line no-control-regex -- RFC 8259 section 7 forbids these characters in a string
const stringPattern = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const spacePattern = /[ \t\n\r]*/y;

/** Reads the places of every value, and reports each key that stands twice. Throws a JsonSyntaxError. */
export function readJsonTree(text: string, onDuplicate: (key: Span) => void): JsonNode {
  let at = 0;

  const skipSpace = (): void => {
    spacePattern.lastIndex = at;
    spacePattern.test(text);
    at = spacePattern.lastIndex;
  };
  const expected = (what: string): JsonSyntaxError =>
    new JsonSyntaxError(
      at < text.length ? `Expected ${what} here.` : `The file ends where ${what} is expected.`,
      at,
    );
  const take = (pattern: RegExp, what: string): Span => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) throw expected(what);
    const start = at;
    at = pattern.lastIndex;
    return { start, end: at };
  };
  /** Steps over `character`; whether it was there. */
  const skip = (character: string): boolean => {
    skipSpace();
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };

  const readMember = (members: Map<string, JsonMember>): void => {
    skipSpace();
    const key = take(stringPattern, 'a key in double quotes');
    if (!skip(':')) throw expected('`:`');
    const name = JSON.parse(text.slice(key.start, key.end)) as string;
    if (members.has(name)) onDuplicate(key);
    members.set(name, { key, value: readValue() });
  };
  const readObject = (start: number): JsonNode => {
    const members = new Map<string, JsonMember>();
    if (!skip('}')) {
      do readMember(members);
      while (skip(','));
      if (!skip('}')) throw expected('`,` or `}`');
    }
    return { start, end: at, members };
  };
  const readArray = (start: number): JsonNode => {
    const items: JsonNode[] = [];
    if (!skip(']')) {
      do items.push(readValue());
      while (skip(','));
      if (!skip(']')) throw expected('`,` or `]`');
    }
    return { start, end: at, items };
  };
  const readValue = (): JsonNode => {
    skipSpace();
    const start = at;
    if (skip('{')) return readObject(start);
    if (skip('[')) return readArray(start);
    return text[at] === '"' ? take(stringPattern, 'the end of this string') : take(scalarPattern, 'a value');
  };

  const root = readValue();
  skipSpace();
  if (at < text.length) throw expected('the end of the file');
  return root;
}
