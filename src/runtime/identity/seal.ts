import { CompactEncrypt, compactDecrypt, errors } from 'jose';
import type { Clock } from '#runtime/ports/clock.ts';
import type { Seconds } from '#runtime/ports/token-store.ts';
import type { KeyRing } from '#runtime/token/key-ring.ts';

/** The part of an authorization server that sealing needs. */
export interface Sealing {
  readonly issuer: string;
  readonly keyRing: KeyRing;
  readonly clock: Clock;
}

/** The content of a seal that was opened. */
interface Opened<Content> {
  readonly content: Content;
  readonly isExpired: boolean;
}

interface Envelope<Content> {
  readonly issuer: string;
  readonly expiresAt: Seconds;
  readonly content: Content;
}

/**
 * Seals data that a browser stores for the authorization server, so that only the gateway can read, create or change
 * it: a JWE (RFC 7516) with a key derived from the signing key. Data sealed with one `kind` cannot be opened with
 * another.
 */
export class Seal<Content extends object> {
  readonly #type: string;

  /** Change `kind` whenever the shape of the content changes. */
  constructor(kind: string) {
    this.#type = `gatewright-${kind}`;
  }

  async seal({ issuer, keyRing }: Sealing, content: Content, expiresAt: Seconds): Promise<string> {
    const { keyId } = keyRing.signing;
    const envelope: Envelope<Content> = { issuer, expiresAt, content };
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(envelope)))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ: this.#type, kid: keyId })
      .encrypt(findKey(keyRing, keyId));
  }

  /**
   * The content, expired or not; undefined if the text is not of this kind, or was not sealed by this authorization
   * server.
   */
  async open({ issuer, keyRing, clock }: Sealing, text: string): Promise<Opened<Content> | undefined> {
    const envelope = await this.#decrypt(keyRing, text);
    if (envelope?.issuer !== issuer) return undefined;
    return { content: envelope.content, isExpired: envelope.expiresAt <= clock() / 1000 };
  }

  async #decrypt(keyRing: KeyRing, text: string): Promise<Envelope<Content> | undefined> {
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(
        text,
        ({ kid = '' }) => findKey(keyRing, kid),
        { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] },
      );
      if (protectedHeader.typ !== this.#type) return undefined;
      // Safe to cast: only the gateway can have sealed the text, and its kind determines the shape.
      return JSON.parse(new TextDecoder().decode(plaintext)) as Envelope<Content>;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

function findKey({ keys }: KeyRing, keyId: string) {
  const key = keys.get(keyId)?.sealingKey;
  if (!key) throw new errors.JWEDecryptionFailed();
  return key;
}
