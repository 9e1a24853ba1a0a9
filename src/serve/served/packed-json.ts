import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** JSON: if it is long compressed by zstd, which makes that of findings a fifteenth as large, otherwise as it is. */
export type PackedJson = Uint8Array<ArrayBuffer>;

/** Characters; below them the state of a compressor takes more time and memory than the text. */
const compressedFrom = 4096;
/** The first of the bytes that every frame of zstd begins with; no JSON begins with it. */
const firstOfFrame = 0x28;

/** Items of a list whose text is made at once, and characters that are compressed at once. */
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
  // A copy, since the buffer that a part of it was made in would be sent to other threads with it.
  if (isShort) return new Uint8Array(Buffer.from(text));
  return new Uint8Array(Buffer.concat([...frames, zstdCompressSync(text)]));
}

/** The text of a value in pieces, since all of it takes more memory than the findings of a large document. */
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

/** Throws the error of zstd or of JSON if the bytes are not packed JSON. */
export function unpackJson(packed: Uint8Array): unknown {
  if (packed[0] !== firstOfFrame) return JSON.parse(Buffer.from(packed).toString());
  const value = JSON.parse(zstdDecompressSync(packed).toString()) as unknown;
  if (typeof value === 'object' && value !== null) shareTexts(value, new Map());
  return value;
}

/** Makes equal strings one string, since most of those of findings are alike. */
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
