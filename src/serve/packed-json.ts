import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** JSON, compressed by zstd: that of findings is then a fifteenth as large. */
export type PackedJson = Uint8Array<ArrayBuffer>;

export function packJson(value: object): PackedJson {
  // A copy, since the buffer that a part of it was made in would be sent to other threads with it.
  return new Uint8Array(zstdCompressSync(JSON.stringify(value)));
}

/** Throws the error of zstd or of JSON if the bytes are not packed JSON. */
export function unpackJson(packed: Uint8Array): unknown {
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
