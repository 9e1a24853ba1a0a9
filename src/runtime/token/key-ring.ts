import { createPrivateKey, createPublicKey, type KeyObject, type webcrypto } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';
import { deriveSealingKey } from './sealing-key.ts';
import { createTokenSigner, type SignToken } from './sign-token.ts';

type CryptoKey = webcrypto.CryptoKey;

/** A key that is no P-256 key in PEM; the message says what it is not, and holds nothing of it. */
export class SigningKeyError extends Error {
  override readonly name = 'SigningKeyError';
}

/** A P-256 key pair, or the public half of one. */
export interface SigningKey {
  /** RFC 7638 thumbprint. */
  readonly keyId: string;
  readonly publicKey: CryptoKey;
  /** Absent where the key only verifies. */
  readonly privateKey?: KeyObject;
  readonly publicJwk: JWK;
  /** Seals what browsers keep, with AES-256; absent where only the public half is known. */
  readonly sealingKey?: KeyObject;
}

/** The keys of the authorization server: one signs, all verify. */
export interface KeyRing {
  readonly signing: {
    readonly keyId: string;
    readonly sign: SignToken;
    /** Signs what an upstream is told of a caller. */
    readonly signCaller: SignToken;
  };
  readonly keys: ReadonlyMap<string, SigningKey>;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;

/** Reads a key in PEM; `verify` leaves its private half out. Rejects with a SigningKeyError. */
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
    throw new SigningKeyError(`it holds no ${create === createPrivateKey ? 'private ' : ''}key in PEM`);
  }
  if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  throw new SigningKeyError('its key is not on the curve P-256');
}

/** Joins keys into a ring, in which the first one that can sign does. Throws a SigningKeyError where none can. */
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
  throw new SigningKeyError('no key of the gateway is declared for signing');
}
