import type { Admission } from './admission.ts';
import type { TokenClaims } from './claims.ts';

/** A token whose signature was good. */
export class VerifiedToken {
  readonly text: string;
  readonly claims: TokenClaims;
  /** Of the key that its signature was good for. */
  readonly keyId: string;
  /** The last one, so that the next call need not look for the same again. */
  admission: Admission | undefined = undefined;

  constructor(text: string, claims: TokenClaims, keyId: string) {
    this.text = copy(text);
    this.claims = claims;
    this.keyId = keyId;
  }
}

/** A part of a header or of a form holds on to the whole of that, for as long as it is remembered. */
function copy(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
