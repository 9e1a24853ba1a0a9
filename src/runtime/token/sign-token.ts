import { sign, type KeyObject } from 'node:crypto';

/** Signs claims as a token (RFC 7515 section 3.1). */
export type SignToken = (claims: object) => string;

/** An access token (RFC 9068 section 2.1), or what an upstream is told of a caller; none can be taken for the other. */
export type TokenType = 'at+jwt' | 'caller+jwt';

/**
 * Makes a signer of a P-256 private key, for tokens of one type (RFC 8725 section 3.11). It signs in the calling thread, which takes some 20 microseconds: to leave
 * that to WebCrypto or to another thread costs more than the signature does.
 */
export function createTokenSigner(keyId: string, key: KeyObject, type: TokenType): SignToken {
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
