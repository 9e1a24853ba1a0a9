const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined if the bytes are not UTF-8, which would otherwise silently become another secret. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}
