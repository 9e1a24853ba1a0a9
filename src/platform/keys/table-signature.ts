import {
  decodeProtectedHeader,
  errors,
  FlattenedSign,
  flattenedVerify,
  type JWSHeaderParameters,
} from 'jose';
import type { TableKey } from './table-keys.ts';

/** The table was not signed by a known key; the message says why, and calls the table "it". */
export class TableSignatureError extends Error {
  override readonly name = 'TableSignatureError';
}

/** A valid signature. */
export interface TableSignature {
  /** The signature itself, as `signTable` makes it. */
  readonly jws: string;
  /** RFC 7638 thumbprint. */
  readonly keyId: string;
  /** In seconds since 1970-01-01T00:00:00Z. */
  readonly signedAt: number;
}

/** Distinguishes the signature of a table from a signature that the same key makes for another purpose. */
const type = 'gatewright-table+jws';

/** The algorithms of all kinds of keys; the key determines which of them is accepted. */
const knownAlgorithms = ['Ed25519', 'EdDSA', 'ES256'];

const refused = 'its signature was not made by `gatewright compile --sign`';

/**
 * Signs the bytes of a table's file. Returns a compact JWS without its payload (RFC 7515, appendix F); the payload is
 * signed without encoding it (RFC 7797). `now` is in milliseconds.
 */
export async function signTable(
  table: Uint8Array,
  { key, keyId, algorithms }: TableKey,
  now: number,
): Promise<string> {
  const iat = Math.floor(now / 1000);
  const header = { alg: algorithms[0], b64: false, crit: ['b64'], iat, kid: keyId, typ: type };
  const { protected: head = '', signature } = await new FlattenedSign(table)
    .setProtectedHeader(header)
    .sign(key);
  return `${head}..${signature}`;
}

/**
 * Checks that one of the keys, which are by thumbprint, has signed exactly these bytes. Rejects with a
 * TableSignatureError.
 */
export async function verifyTable(
  table: Uint8Array,
  jws: string,
  keys: ReadonlyMap<string, TableKey>,
): Promise<TableSignature> {
  const { protectedHeader: head = {} } = await verifyFlattened(table, splitJws(jws), keys);
  const { typ, kid = '', iat } = head;
  if (typ !== type || typeof iat !== 'number' || !Number.isSafeInteger(iat))
    throw new TableSignatureError(refused);
  return { jws, keyId: kid, signedAt: iat };
}

/**
 * The signing time that a signature states, in seconds since 1970. It is not verified. Undefined if the signature is
 * malformed.
 */
export function readSignedAt(jws: string): number | undefined {
  try {
    const { iat } = decodeProtectedHeader(jws) as { readonly iat?: unknown };
    return typeof iat === 'number' ? iat : undefined;
  } catch {
    return undefined;
  }
}

async function verifyFlattened(
  payload: Uint8Array,
  parts: { readonly protected: string; readonly signature: string },
  keys: ReadonlyMap<string, TableKey>,
) {
  try {
    return await flattenedVerify({ ...parts, payload }, (header) => findKey(header, keys), {
      algorithms: knownAlgorithms,
    });
  } catch (error) {
    if (error instanceof errors.JWSSignatureVerificationFailed)
      throw new TableSignatureError('it does not match its signature');
    if (error instanceof errors.JOSEError) throw new TableSignatureError(refused);
    throw error;
  }
}

/**
 * The key determines the algorithm of its signatures, so that a signature cannot choose another algorithm for a key.
 */
function findKey({ kid = '', alg = '' }: JWSHeaderParameters, keys: ReadonlyMap<string, TableKey>) {
  const found = keys.get(kid);
  if (found?.algorithms.includes(alg)) return found.key;
  const name = /^[\w-]{43}$/.test(kid) ? kid : 'without a thumbprint';
  throw new TableSignatureError(
    found ? refused : `it was signed by the key ${name}, which is not one of the keys of --verify`,
  );
}

/** A compact JWS without its payload. Both kinds of keys make signatures of 64 bytes. */
const form = /^(?<head>[\w-]{1,4096})\.\.(?<signature>[\w-]{86})\n?$/;

function splitJws(jws: string) {
  const { head = '', signature = '' } = form.exec(jws)?.groups ?? {};
  // Unused bits would allow one signature to be written in several ways.
  if (Buffer.from(signature, 'base64url').toString('base64url') !== signature || signature === '')
    throw new TableSignatureError(refused);
  return { protected: head, signature };
}
