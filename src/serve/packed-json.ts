import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** JSON: if it is long compressed by zstd, which makes that of findings a fifteenth as large, otherwise as it is. */
export type PackedJson = Uint8Array<ArrayBuffer>;

/** Characters; below them the state of a compressor takes more time and memory than the text. */
const compressedFrom = 4096;
/** The first of the bytes that every frame of zstd begins with; no JSON begins with it. */
const firstOfFrame = 0x28;

export function packJson(value: object): PackedJson {
  const text = JSON.stringify(value);
  // A copy, since the buffer that a part of it was made in would be sent to other threads with it.
  return new Uint8Array(text.length < compressedFrom ? Buffer.from(text) : zstdCompressSync(text));
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
