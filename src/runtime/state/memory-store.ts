import type { Digest } from '../../compiled/digest.ts';
import type { Clock } from '../ports/clock.ts';
import {
  rotationGraceSeconds,
  type AuthorizationCode,
  type CodeTimes,
  type GrantId,
  type RefreshTimes,
  type RevocationListener,
  type Rotation,
  type Seconds,
  type StoredGrant,
  type TokenStore,
} from '../ports/token-store.ts';

interface KeptCode extends CodeTimes {
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

/** Keeps everything in this process; what it knows is gone at its end. */
export function createMemoryStore(clock: Clock): TokenStore {
  return new MemoryStore(clock);
}

class MemoryStore implements TokenStore {
  readonly #clock: Clock;
  readonly #codes = new Map<Digest, KeptCode>();
  readonly #chains = new Map<GrantId, Chain>();
  readonly #claims = new Map<Digest, Seconds>();
  readonly #revoked = new Map<GrantId, Seconds>();
  readonly #listeners = new Set<RevocationListener>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async putCode(code: Digest, record: AuthorizationCode, times: CodeTimes): Promise<void> {
    this.#codes.set(code, { record, ...times, isTaken: false });
  }

  async takeCode(code: Digest) {
    const kept = this.#codes.get(code);
    if (!kept || this.#now() >= (kept.isTaken ? kept.forgetAt : kept.expiresAt)) return undefined;
    const first = !kept.isTaken;
    kept.isTaken = true;
    return { first, record: kept.record };
  }

  async openGrant(grant: StoredGrant, token: Digest, times: RefreshTimes): Promise<void> {
    if (this.#revoked.has(grant.id) || this.#chains.has(grant.id)) return;
    this.#chains.set(grant.id, { grant, current: token, rotatedAt: 0, ...times });
  }

  async findGrant(id: GrantId, token: Digest) {
    const chain = this.#chainOf(id);
    if (!chain) return undefined;
    return { grant: chain.grant, isCurrent: chain.current === token, idleUntil: chain.idleUntil };
  }

  async rotate(id: GrantId, from: Digest, to: Digest, idleUntil: Seconds): Promise<Rotation> {
    const chain = this.#chainOf(id);
    if (!chain) return 'gone';
    if (chain.current !== from) {
      const isRace = chain.previous === from && this.#now() < chain.rotatedAt + rotationGraceSeconds;
      return isRace ? 'raced' : 'replayed';
    }
    Object.assign(chain, { previous: from, current: to, rotatedAt: this.#now(), idleUntil });
    return 'rotated';
  }

  async claim(identifier: Digest, until: Seconds): Promise<boolean> {
    const claimed = this.#claims.get(identifier);
    if (claimed !== undefined && claimed > this.#now()) return false;
    this.#claims.set(identifier, until);
    return true;
  }

  async revoke(id: GrantId, until: Seconds): Promise<void> {
    this.#revoked.set(id, until);
    this.#chains.delete(id);
    for (const listener of this.#listeners) listener(id, until);
  }

  async revocations(): Promise<ReadonlyMap<GrantId, Seconds>> {
    return new Map(this.#revoked);
  }

  onRevoked(listener: RevocationListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {}

  #now(): Seconds {
    return this.#clock() / 1000;
  }

  #chainOf(id: GrantId): Chain | undefined {
    const chain = this.#chains.get(id);
    return chain && this.#now() < Math.min(chain.idleUntil, chain.endsAt) ? chain : undefined;
  }
}
