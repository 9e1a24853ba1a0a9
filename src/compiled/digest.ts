import { hash } from 'node:crypto';

/** `sha256:` and 64 lower-case hexadecimal digits. */
export type Digest = `sha256:${string}`;

/** The SHA-256 digest of bytes, or of a text's UTF-8 bytes. */
export function digestOf(text: string | Uint8Array): Digest {
  return `sha256:${hash('sha256', text)}`;
}

export function isDigest(value: unknown): value is Digest {
  return typeof value === 'string' && /^sha256:[0-9a-f]{64}$/.test(value);
}
