import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  type webcrypto,
  sign,
  createSecretKey,
  hkdfSync,
} from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';
import { canonicalJson } from '#compiled/canonical-json.ts';

type CryptoKey = webcrypto.CryptoKey;

/** The key is not a P-256 key in PEM; the message explains why, and reveals nothing about the key. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError';
}

/** A P-256 key pair, or the public half of one. */
export interface SigningKey {
  /** RFC 7638 thumbprint. */
  readonly keyId: string;
  readonly publicKey: CryptoKey;
  /** Absent if the key only verifies. */
  readonly privateKey?: KeyObject;
  readonly publicJwk: JWK;
  /** Encrypts data that browsers store, with AES-256; absent if only the public half is known. */
  readonly sealingKey?: KeyObject;
}

/** The keys of the authorization server: one signs, all verify. */
export interface KeyRing {
  readonly signing: {
    readonly keyId: string;
    readonly sign: SignToken;
    /** Signs statements about callers for upstreams. */
    readonly signCaller: SignToken;
  };
  readonly keys: ReadonlyMap<string, SigningKey>;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Reads a key in PEM; with `verify`, without its private half. Rejects with a SigningKeyError. */
export async function readSigningKey(pem: string, use: 'sign' | 'verify'): Promise<SigningKey> {
  const publicKey = parseP256(pem, createPublicKey);
  const jwk = await exportJWK(publicKey);
  const keyId = await calculateJwkThumbprint(jwk);
  const sealingKey = deriveSealingKey(pem);
  return {
    keyId,
    publicKey: publicKey.toCryptoKey(algorithm, true, ['verify']),
    publicJwk: { ...jwk, kid: keyId, alg: 'ES256', use: 'sig' },
    ...(use === 'sign' && { privateKey: parseP256(pem, createPrivateKey) }),
    ...(sealingKey && { sealingKey }),
  };
}

function parseP256(pem: string, create: (pem: string) => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = create(pem);
  } catch {
    throw new SigningKeyError(
      `it does not contain a ${create === createPrivateKey ? 'private ' : ''}key in PEM`,
    );
  }
  if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  throw new SigningKeyError('its key is not a P-256 key');
}

/** Joins keys into a ring; the first key that can sign is used for signing. Throws a SigningKeyError if none can. */
export function joinKeyRing(keys: readonly SigningKey[]): KeyRing {
  for (const { keyId, privateKey } of keys) {
    if (!privateKey) continue;
    const signing = {
      keyId,
      sign: createTokenSigner(keyId, privateKey, 'at+jwt'),
      signCaller: createTokenSigner(keyId, privateKey, 'caller+jwt'),
    };
    return { signing, keys: new Map(keys.map((key) => [key.keyId, key])) };
  }
  throw new SigningKeyError('no signing key is declared for the gateway');
}

/** The public halves of keys as a JWK Set (RFC 7517 section 5). The order of the keys does not change the text. */
export function publicKeySet({ keys }: Pick<KeyRing, 'keys'>): string {
  const sorted = [...keys.values()].toSorted((one, other) => (one.keyId < other.keyId ? -1 : 1));
  return canonicalJson({ keys: sorted.map(({ publicJwk }) => publicJwk) });
}

/** Signs claims as a token (RFC 7515 section 3.1). */
type SignToken = (claims: object) => string;

/**
 * An access token (RFC 9068 section 2.1), or a statement about a caller for an upstream; neither can be mistaken for
 * the other.
 */
type TokenType = 'at+jwt' | 'caller+jwt';

/**
 * Returns a function that signs tokens of one type with a P-256 private key (RFC 8725 section 3.11). It signs in the
 * calling thread, which takes about 20 microseconds: passing the work to WebCrypto or to another thread costs more.
 */
function createTokenSigner(keyId: string, key: KeyObject, type: TokenType): SignToken {
  const header = encode({ alg: 'ES256', typ: type, kid: keyId });
  const signingKey = { key, dsaEncoding: 'ieee-p1363' } as const;
  return (claims) => {
    const content = `${header}.${encode(claims)}`;
    return `${content}.${sign('sha256', Buffer.from(content), signingKey).toString('base64url')}`;
  };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/**
 * Derives a key for AES-256 from a private key in PEM (RFC 5869), so that all gateways with the signing key can open
 * sealed data. Undefined if the PEM contains no private key.
 */
function deriveSealingKey(pem: string): KeyObject | undefined {
  const secret = readPrivateScalar(pem);
  if (secret === undefined) return undefined;
  const derived = hkdfSync('sha256', secret, '', 'gatewright sealing A256GCM', 32);
  return createSecretKey(new Uint8Array(derived));
}

function readPrivateScalar(pem: string): Buffer | undefined {
  try {
    const { d } = createPrivateKey(pem).export({ format: 'jwk' });
    return d === undefined ? undefined : Buffer.from(d, 'base64url');
  } catch {
    return undefined;
  }
}
