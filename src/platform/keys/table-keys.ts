import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { isJsonObject, type JsonObject } from '#compiled/json.ts';

/** The key cannot sign or verify tables; the message says why, calls the key "it", and shows nothing of it. */
export class TableKeyError extends Error {
  override readonly name = 'TableKeyError';
}

/** A key that signs tables, or the public half of one. */
export interface TableKey {
  /** RFC 7638 thumbprint. */
  readonly keyId: string;
  readonly key: KeyObject;
  /** The algorithms of its signatures; the first one is used for signing. A signature cannot choose another. */
  readonly algorithms: readonly [string, ...string[]];
}

const howToMake =
  'create a key with `openssl genpkey -algorithm ed25519`, and its public key with `openssl pkey -pubout`';

/** Reads a private key in PEM: Ed25519, or P-256. Rejects with a TableKeyError. */
export async function readPrivateTableKey(pem: string): Promise<TableKey> {
  return describeKey(parsePrivateKey(pem));
}

function parsePrivateKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ERR_MISSING_PASSPHRASE' || pem.includes('ENCRYPTED'))
      throw new TableKeyError('it is encrypted: use a key without a passphrase');
    throw new TableKeyError(`it does not contain a private key in PEM: ${howToMake}`);
  }
}

/**
 * Reads public keys, and returns them by their thumbprints. The text is PEM blocks, or a JWK set (RFC 7517). Private
 * keys are refused, since a gateway has no use for them. Rejects with a TableKeyError.
 */
export async function readPublicTableKeys(text: string): Promise<ReadonlyMap<string, TableKey>> {
  const parsed = text.trimStart().startsWith('{') ? parseKeySet(text) : parsePems(text);
  const keys = await Promise.all(parsed.map(describeKey));
  return new Map(keys.map((key) => [key.keyId, key]));
}

function parsePems(text: string): readonly KeyObject[] {
  if (text.includes('PRIVATE KEY-----'))
    throw new TableKeyError('it is a private key: use its public key, as `openssl pkey -pubout` writes it');
  const blocks = text.match(/-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g) ?? [];
  if (blocks.length === 0)
    throw new TableKeyError(`it contains neither a public key in PEM nor a JWK set: ${howToMake}`);
  // Without this check, a skipped key would be noticed only when no other key signs any more.
  if (blocks.length < text.split('-----BEGIN ').length - 1)
    throw new TableKeyError('it contains something other than public keys: keep only the keys');
  return blocks.map((block) => parsePublicKey(() => createPublicKey(block)));
}

function parseKeySet(text: string): readonly KeyObject[] {
  const { keys } = parseObject(text);
  if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isJsonObject))
    throw new TableKeyError('it is not a JWK set, which is an object with a list of `keys`');
  if (keys.some((key) => 'd' in key || 'k' in key))
    throw new TableKeyError('it contains a private key: keep only its public key there');
  return keys.map((key) => parsePublicKey(() => createPublicKey({ key, format: 'jwk' })));
}

function parseObject(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    throw new TableKeyError('it is neither PEM nor JSON');
  }
}

function parsePublicKey(parse: () => KeyObject): KeyObject {
  try {
    return parse();
  } catch {
    throw new TableKeyError('it contains a key that cannot be read');
  }
}

async function describeKey(key: KeyObject): Promise<TableKey> {
  const algorithms = algorithmsOf(key);
  const { kty = '', crv = '', x = '', y } = publicHalfOf(key).export({ format: 'jwk' });
  const publicJwk: JWK = { kty, crv, x, ...(y !== undefined && { y }) };
  return { key, algorithms, keyId: await calculateJwkThumbprint(publicJwk) };
}

function publicHalfOf(key: KeyObject): KeyObject {
  return key.type === 'private' ? createPublicKey(key) : key;
}

function algorithmsOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): TableKey['algorithms'] {
  // RFC 9864 gives EdDSA with this curve, as RFC 8037 calls it, the name Ed25519.
  if (asymmetricKeyType === 'ed25519') return ['Ed25519', 'EdDSA'];
  if (asymmetricKeyDetails?.namedCurve === 'prime256v1') return ['ES256'];
  throw new TableKeyError(`it contains a key that is neither Ed25519 nor on the curve P-256: ${howToMake}`);
}
