import type { Digest } from '#compiled/digest.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import {
  rotationGraceSeconds,
  StoreError,
  type AuthorizationCode,
  type CodeTimes,
  type GrantId,
  type ListedGrant,
  type RefreshTimes,
  type RevocationListener,
  type Rotation,
  type Seconds,
  type StoredGrant,
  type StoredLogin,
  type TokenStore,
} from '#runtime/ports/token-store.ts';

interface StoredCode extends CodeTimes {
  readonly record: AuthorizationCode;
  isTaken: boolean;
}

interface Chain {
  readonly grant: StoredGrant;
  current: Digest;
  previous?: Digest;
  rotatedAt: Seconds;
  idleUntil: Seconds;
  readonly endsAt: Seconds;
}

/** Stores everything in memory until the process ends. */
export function createMemoryStore(clock: Clock): TokenStore {
  return new MemoryStore(clock);
}

class MemoryStore implements TokenStore {
  readonly #clock: Clock;
  readonly #codes = new SweptMap<Digest, StoredCode>(({ forgetAt }) => this.#now() >= forgetAt);
  readonly #chains = new SweptMap<GrantId, Chain>(
    ({ idleUntil, endsAt }) => this.#now() >= Math.min(idleUntil, endsAt),
  );
  readonly #logins = new SweptMap<string, { readonly login: StoredLogin; readonly until: Seconds }>(
    ({ until }) => this.#now() >= until,
  );
  readonly #claims = new SweptMap<Digest, Seconds>((until) => this.#now() >= until);
  readonly #revoked = new SweptMap<GrantId, Seconds>((until) => this.#now() >= until);
  readonly #listeners = new Set<RevocationListener>();
  #isClosed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async putCode(code: Digest, record: AuthorizationCode, times: CodeTimes): Promise<void> {
    this.#checkOpen();
    if (!this.#codes.get(code)) this.#codes.set(code, { record, ...times, isTaken: false });
  }

  async takeCode(code: Digest, clientId: string) {
    this.#checkOpen();
    const stored = this.#codes.get(code);
    if (!stored || stored.record.clientId !== clientId) return undefined;
    if (!stored.isTaken && this.#now() >= stored.expiresAt) return undefined;
    const first = !stored.isTaken;
    stored.isTaken = true;
    return { first, record: stored.record };
  }

  async openGrant(grant: StoredGrant, token: Digest, times: RefreshTimes): Promise<void> {
    this.#checkOpen();
    if (this.#revoked.get(grant.id) !== undefined || this.#chains.get(grant.id)) return;
    this.#chains.set(grant.id, { grant, current: token, rotatedAt: this.#now(), ...times });
  }

  async findGrant(id: GrantId, token: Digest) {
    this.#checkOpen();
    const chain = this.#chains.get(id);
    if (!chain) return undefined;
    return { grant: chain.grant, isCurrent: chain.current === token, idleUntil: chain.idleUntil };
  }

  async *listGrants(subject?: string): AsyncGenerator<ListedGrant> {
    this.#checkOpen();
    for (const [, { grant, rotatedAt, idleUntil, endsAt }] of this.#chains.entries())
      if (subject === undefined || grant.subject === subject)
        yield { grant, lastUsedAt: rotatedAt, idleUntil, endsAt };
  }

  async putLogin(id: string, login: StoredLogin, until: Seconds): Promise<void> {
    this.#checkOpen();
    this.#logins.set(id, { login, until });
  }

  async findLogin(id: string): Promise<StoredLogin | undefined> {
    this.#checkOpen();
    return this.#logins.get(id)?.login;
  }

  async rotate(id: GrantId, from: Digest, to: Digest, idleUntil: Seconds): Promise<Rotation> {
    this.#checkOpen();
    const chain = this.#chains.get(id);
    if (!chain) return 'unknown';
    if (chain.current !== from) {
      const isRace = chain.previous === from && this.#now() < chain.rotatedAt + rotationGraceSeconds;
      return isRace ? 'raced' : 'replayed';
    }
    Object.assign(chain, { previous: from, current: to, rotatedAt: this.#now(), idleUntil });
    return 'rotated';
  }

  async claim(identifier: Digest, until: Seconds): Promise<boolean> {
    this.#checkOpen();
    if (this.#claims.get(identifier) !== undefined) return false;
    this.#claims.set(identifier, until);
    return true;
  }

  async endClaim(identifier: Digest, until: Seconds): Promise<void> {
    this.#checkOpen();
    if (this.#claims.get(identifier) !== undefined) this.#claims.set(identifier, until);
  }

  async revoke(id: GrantId, until: Seconds): Promise<void> {
    this.#checkOpen();
    const latest = Math.max(until, this.#revoked.get(id) ?? until);
    this.#revoked.set(id, latest);
    this.#chains.delete(id);
    for (const listener of this.#listeners) listener(id, latest);
  }

  async revocations(): Promise<ReadonlyMap<GrantId, Seconds>> {
    this.#checkOpen();
    return new Map(this.#revoked.entries());
  }

  onRevoked(listener: RevocationListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  #now(): Seconds {
    return this.#clock() / 1000;
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new StoreError('The state store is closed.');
  }
}

/** The size below which it is not worth sweeping a map. */
const minSize = 1024;

/** A map whose entries expire. Expired entries are not found, and are deleted before they outnumber the others. */
export class SweptMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #isOver: (value: Value) => boolean;
  #sweepBeyond = minSize;

  constructor(isOver: (value: Value) => boolean) {
    this.#isOver = isOver;
  }

  /** The number of entries in memory, whether expired or not. */
  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    return value === undefined || this.#isOver(value) ? undefined : value;
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, value);
    if (this.#entries.size > this.#sweepBeyond) this.#sweep();
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  entries(): readonly (readonly [Key, Value])[] {
    return [...this.#entries].filter(([, value]) => !this.#isOver(value));
  }

  #sweep(): void {
    for (const [key, value] of this.#entries) if (this.#isOver(value)) this.#entries.delete(key);
    this.#sweepBeyond = Math.max(minSize, 2 * this.#entries.size);
  }
}
