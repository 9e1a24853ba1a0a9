import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * JSON as bytes. Long texts are compressed with zstd, which reduces findings to a fifteenth of their size; short ones
 * are not.
 */
export type PackedJson = Uint8Array<ArrayBuffer>;

/**
 * The shortest text that is compressed, in characters. For a shorter text, the compressor's state takes more time and
 * memory than the text.
 */
const compressedFrom = 4096;
/** The first byte of every zstd frame, which no JSON text starts with. */
const firstOfFrame = 0x28;

/** How many list items are serialized at once, and how many characters are compressed at once. */
const [itemsAtOnce, charactersAtOnce] = [1000, 1_000_000];

export function packJson(value: object): PackedJson {
  const frames: Buffer[] = [];
  let text = '';
  for (const piece of renderPieces(value)) {
    text += piece;
    if (text.length < charactersAtOnce) continue;
    frames.push(zstdCompressSync(text));
    text = '';
  }
  const isShort = frames.length === 0 && text.length < compressedFrom;
  // Copies the bytes. A small Buffer shares a larger pool, which would be sent to other threads with it.
  if (isShort) return new Uint8Array(Buffer.from(text));
  return new Uint8Array(Buffer.concat([...frames, zstdCompressSync(text)]));
}

/**
 * Yields the text of a value in pieces, since the whole text takes more memory than the findings of a large document.
 */
function* renderPieces(value: object): Generator<string, void> {
  if (Array.isArray(value)) return yield* renderItems(value);
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    if (Array.isArray(member)) yield* renderItems(member);
    else yield JSON.stringify(member);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}

function* renderItems(items: readonly unknown[]): Generator<string, void> {
  yield '[';
  for (let start = 0; start < items.length; start += itemsAtOnce) {
    const text = JSON.stringify(items.slice(start, start + itemsAtOnce));
    yield `${start === 0 ? '' : ','}${text.slice(1, -1)}`;
  }
  yield ']';
}

/** Unpacks packed JSON. Throws the error of zstd or of JSON if the bytes are invalid. */
export function unpackJson(packed: Uint8Array): unknown {
  if (packed[0] !== firstOfFrame) return JSON.parse(Buffer.from(packed).toString());
  const value = JSON.parse(zstdDecompressSync(packed).toString()) as unknown;
  if (typeof value === 'object' && value !== null) shareTexts(value, new Map());
  return value;
}

/** Replaces equal strings by one string object, since findings repeat most of their strings. */
function shareTexts(value: object, texts: Map<string, string>): void {
  const members = value as Record<string, unknown>;
  for (const key in members) {
    const member = members[key];
    if (typeof member === 'string') {
      const known = texts.get(member);
      if (known === undefined) texts.set(member, member);
      else members[key] = known;
    } else if (typeof member === 'object' && member !== null) shareTexts(member, texts);
  }
}
