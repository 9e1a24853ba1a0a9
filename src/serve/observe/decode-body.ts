import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import type { ObservedBody } from '#runtime/observation/exchange.ts';
import { maxInspectedBytes } from './body-tap.ts';

type Decode = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
]);

/** A body without its content coding (RFC 9110 section 8.4); `unknown` if it cannot be decoded. */
export async function decodeBody(body: Buffer, contentEncoding: string | undefined): Promise<ObservedBody> {
  const coding = contentEncoding?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity' || body.length === 0) return body;
  const decode = decoders.get(coding);
  if (!decode) return 'unknown';
  try {
    return await decode(body, { maxOutputLength: maxInspectedBytes });
  } catch (error) {
    return error instanceof RangeError ? 'too-large' : 'unknown';
  }
}
