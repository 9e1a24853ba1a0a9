import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { ConcurrencyLimit } from './concurrency-limit.ts';

/** The parts of a PHC string; `memory` is in KiB. */
export interface Argon2idDigest {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** The minimum that OWASP recommends: 19 MiB and two passes. */
const recommended = { memory: 19_456, passes: 2, parallelism: 1 } as const;

/** The highest accepted cost of a digest. `work` limits memory times passes to about one second of computation. */
const bounds = { memory: 131_072, passes: 16, parallelism: 16, work: 1_048_576 } as const;

/** Each hash occupies a thread of the pool, so this limit leaves threads for the rest of the gateway. */
const turns = new ConcurrencyLimit(2, 256, 'Declared users have too many concurrent logins.');

const pattern =
  /^\$argon2id\$v=19\$m=([1-9]\d{0,6}),t=([1-9]\d{0,2}),p=([1-9]\d?)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/**
 * Reads a PHC string (`$argon2id$v=19$m=19456,t=2,p=1$salt$hash`); undefined if it is invalid or its parameters are
 * too large.
 */
export function parseArgon2id(text: string): Argon2idDigest | undefined {
  const [, m = '', t = '', p = '', saltText = '', hashText = ''] = pattern.exec(text) ?? [];
  const [salt, hash] = [decode(saltText), decode(hashText)];
  if (!salt || !hash || salt.length < 8 || hash.length < 16) return undefined;
  const digest = { memory: Number(m), passes: Number(t), parallelism: Number(p), salt, hash };
  return isWithinBounds(digest) ? digest : undefined;
}

/** The digest of a new password, as a PHC string. */
export async function hashArgon2id(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await hashWith(password, { ...recommended, salt, length: 32 });
  const { memory, passes, parallelism } = recommended;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`;
}

/** Whether the password matches the digest. Rejects with an UnavailableError if too many checks wait. */
export async function verifyArgon2id(password: string, digest: Argon2idDigest): Promise<boolean> {
  const { hash, ...parameters } = digest;
  return timingSafeEqual(await hashWith(password, { ...parameters, length: hash.length }), hash);
}

function hashWith(
  password: string,
  { salt, length, ...cost }: Omit<Argon2idDigest, 'hash'> & { readonly length: number },
): Promise<Buffer> {
  // Normalized, since one keyboard sends a letter as one code point and another as several (RFC 8265 section 4.2.2).
  const message = password.normalize('NFC');
  return turns.run(() => derive({ ...cost, message, nonce: salt, tagLength: length }));
}

function derive(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

function isWithinBounds({ memory, passes, parallelism }: Argon2idDigest): boolean {
  return (
    memory >= 8 * parallelism &&
    memory <= bounds.memory &&
    passes <= bounds.passes &&
    parallelism <= bounds.parallelism &&
    memory * passes <= bounds.work
  );
}

/** Decodes Base64 without padding; undefined if the text is not the canonical encoding of its bytes. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return encode(bytes) === text ? bytes : undefined;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
