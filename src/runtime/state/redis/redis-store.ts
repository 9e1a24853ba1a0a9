import type { Digest } from '#compiled/digest.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import {
  rotationGraceSeconds,
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
import { RedisConnection } from './redis-connection.ts';
import { RedisGrants, chainKey, grantsKey } from './redis-grants.ts';
import { RedisRevocations } from './redis-revocations.ts';

const revocationsKey = 'gatewright:revocations';

/** Stores everything in Redis, which the gateways of several machines share. Rejects with a StoreError. */
export async function openRedisStore(url: string, clock: Clock): Promise<TokenStore> {
  const connection = await RedisConnection.open(url);
  try {
    const list = () => listRevocations(connection, clock() / 1000);
    return new RedisStore(connection, await RedisRevocations.open(url, connection, list), clock);
  } catch (error) {
    connection.close();
    throw error;
  }
}

class RedisStore implements TokenStore {
  readonly #connection: RedisConnection;
  readonly #revocations: RedisRevocations;
  readonly #clock: Clock;
  readonly #grants: RedisGrants;

  constructor(connection: RedisConnection, revocations: RedisRevocations, clock: Clock) {
    this.#connection = connection;
    this.#revocations = revocations;
    this.#clock = clock;
    this.#grants = new RedisGrants(connection, () => this.#now());
  }

  async putCode(code: Digest, record: AuthorizationCode, { expiresAt, forgetAt }: CodeTimes): Promise<void> {
    const now = this.#now();
    const text = JSON.stringify(record);
    const lifetime = milliseconds(now, forgetAt);
    await this.#connection.send((client) =>
      client.putCode([codeKey(code)], now, text, record.clientId, expiresAt, forgetAt, lifetime),
    );
  }

  async takeCode(code: Digest, clientId: string) {
    const taken = await this.#connection.send((client) =>
      client.takeCode([codeKey(code)], this.#now(), clientId),
    );
    if (!taken) return undefined;
    const [which, record] = taken;
    return { first: which === 'first', record: JSON.parse(record) as AuthorizationCode };
  }

  async openGrant(grant: StoredGrant, token: Digest, { idleUntil, endsAt }: RefreshTimes): Promise<void> {
    const now = this.#now();
    const keys = [chainKey(grant.id), revocationsKey, grantsKey(grant.subject)];
    const text = JSON.stringify(grant);
    const lifetime = milliseconds(now, Math.min(idleUntil, endsAt));
    const whole = milliseconds(now, endsAt);
    await this.#connection.send((client) =>
      client.openGrant(keys, now, grant.id, text, token, idleUntil, endsAt, lifetime, whole),
    );
  }

  async findGrant(id: GrantId, token: Digest) {
    const [grant, current, idle, ends] = await this.#connection.send((client) =>
      client.hmGet(chainKey(id), ['grant', 'current', 'idleUntil', 'endsAt']),
    );
    const idleUntil = Number(idle);
    if (!grant || this.#now() >= Math.min(idleUntil, Number(ends))) return undefined;
    return { grant: JSON.parse(grant) as StoredGrant, isCurrent: current === token, idleUntil };
  }

  listGrants(subject?: string): AsyncIterable<ListedGrant> {
    return this.#grants.list(subject);
  }

  async putLogin(id: string, login: StoredLogin, until: Seconds): Promise<void> {
    const text = JSON.stringify({ ...login, until });
    const PX = milliseconds(this.#now(), until);
    await this.#connection.send((client) => client.set(`gatewright:login:${id}`, text, { PX }));
  }

  async findLogin(id: string): Promise<StoredLogin | undefined> {
    const text = await this.#connection.send((client) => client.get(`gatewright:login:${id}`));
    if (text === null) return undefined;
    const { until, ...login } = JSON.parse(text) as StoredLogin & { readonly until: Seconds };
    return this.#now() < until ? login : undefined;
  }

  rotate(id: GrantId, from: Digest, to: Digest, idleUntil: Seconds): Promise<Rotation> {
    const now = this.#now();
    const lifetime = milliseconds(now, idleUntil);
    return this.#connection.send((client) =>
      client.rotate([chainKey(id)], now, from, to, idleUntil, lifetime, rotationGraceSeconds),
    );
  }

  async claim(identifier: Digest, until: Seconds): Promise<boolean> {
    const now = this.#now();
    const claimed = await this.#connection.send((client) =>
      client.claim([claimKey(identifier)], now, until, milliseconds(now, until)),
    );
    return claimed === 1;
  }

  async endClaim(identifier: Digest, until: Seconds): Promise<void> {
    const options = { XX: true, PX: milliseconds(this.#now(), until) } as const;
    await this.#connection.send((client) => client.set(claimKey(identifier), String(until), options));
  }

  revoke(id: GrantId, until: Seconds): Promise<void> {
    const keys = [revocationsKey, chainKey(id)];
    return this.#revocations.announce(id, until, (channel, message) =>
      this.#connection.send((client) => client.revoke(keys, this.#now(), until, id, channel, message)),
    );
  }

  revocations(): Promise<ReadonlyMap<GrantId, Seconds>> {
    return listRevocations(this.#connection, this.#now());
  }

  onRevoked(listener: RevocationListener): () => void {
    return this.#revocations.listen(listener);
  }

  async close(): Promise<void> {
    this.#revocations.close();
    this.#connection.close();
  }

  #now(): Seconds {
    return this.#clock() / 1000;
  }
}

async function listRevocations(
  connection: RedisConnection,
  now: Seconds,
): Promise<ReadonlyMap<GrantId, Seconds>> {
  const found = await connection.send((client) =>
    client.zRangeByScoreWithScores(revocationsKey, `(${now}`, '+inf'),
  );
  return new Map(found.map(({ value, score }) => [value, score]));
}

function claimKey(identifier: Digest): string {
  return `gatewright:claim:${identifier}`;
}

function codeKey(code: Digest): string {
  return `gatewright:code:${code}`;
}

/** The lifetime of an entry in Redis, at least one millisecond. */
function milliseconds(now: Seconds, until: Seconds): number {
  return Math.max(1, Math.ceil((until - now) * 1000));
}
