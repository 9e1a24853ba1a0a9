import type { GrantId, ListedGrant, Seconds, StoredGrant } from '#runtime/ports/token-store.ts';
import type { RedisConnection } from './redis-connection.ts';

/** The prefix of the keys of chains. */
const chainPrefix = 'gatewright:grant:';

/** The pattern that matches all chains. */
const everyChain = `${chainPrefix}*`;

/** The key of a grant's chain of refresh tokens. */
export function chainKey(id: GrantId): string {
  return chainPrefix + id;
}

/** Exists while every chain is in the index of its subject. */
const indexedKey = 'gatewright:grants-indexed';

/** Exists while a process is adding every chain to the index. */
const indexingKey = 'gatewright:grants-indexing';

/** The key of the set of a subject's grants: their ids, each with the time at which the grant ends. */
export function grantsKey(subject: string): string {
  return `gatewright:grants-of:${subject}`;
}

/** The number of keys that are read at once. */
const pageSize = 500;

/**
 * How long the index counts as complete, in milliseconds: gateways of earlier releases may add chains without indexing
 * them.
 */
const indexedForMs = 86_400_000;

/** How long the lock of a process that builds the index lasts after its latest page, in milliseconds. */
const indexingForMs = 30_000;

/** Lists the grants in Redis. */
export class RedisGrants {
  readonly #connection: RedisConnection;
  readonly #now: () => Seconds;
  #indexing: Promise<void> | undefined;

  constructor(connection: RedisConnection, now: () => Seconds) {
    this.#connection = connection;
    this.#now = now;
  }

  /** The grants of a subject, found by its index; or all grants, found by a scan of the keys. */
  async *list(subject?: string): AsyncGenerator<ListedGrant> {
    if (subject !== undefined) await this.#haveIndex();
    const pages =
      subject === undefined
        ? scanChains(this.#connection)
        : chainsOfSubject(this.#connection, grantsKey(subject), this.#now());
    for await (const keys of pages) yield* await readGrants(this.#connection, keys, this.#now());
  }

  /** Builds the index if it is incomplete. Concurrent callers wait for the same attempt. */
  async #haveIndex(): Promise<void> {
    this.#indexing ??= indexOnce(this.#connection, this.#now).finally(() => (this.#indexing = undefined));
    return this.#indexing;
  }
}

/**
 * Builds the index if it is incomplete. Does not wait for another process that builds it: a scan can take long, and
 * meanwhile only the earliest chains are missing from the index.
 */
async function indexOnce(connection: RedisConnection, now: () => Seconds): Promise<void> {
  if (await connection.send((client) => client.get(indexedKey))) return;
  const lock = { condition: 'NX', expiration: { type: 'PX', value: indexingForMs } } as const;
  // The lock is never deleted, only expires, so that a failing scan is not started by every request.
  if (await connection.send((client) => client.set(indexingKey, '1', lock)))
    await indexChains(connection, now);
}

/** Adds chains that are older than the index to the index of their subjects. */
async function indexChains(connection: RedisConnection, now: () => Seconds): Promise<void> {
  for await (const keys of scanChains(connection)) {
    const found = await readGrants(connection, keys, now());
    await Promise.all(found.map((listed) => indexGrant(connection, listed, now())));
    await connection.send((client) => client.pExpire(indexingKey, indexingForMs));
  }
  await connection.send((client) => client.set(indexedKey, '1', { PX: indexedForMs }));
}

async function indexGrant(
  connection: RedisConnection,
  { grant: { id, subject }, endsAt }: ListedGrant,
  now: Seconds,
): Promise<void> {
  const lifetime = Math.max(1, Math.ceil((endsAt - now) * 1000));
  await connection.send((client) => client.indexGrant([grantsKey(subject)], endsAt, id, lifetime));
}

/** The keys of all chains, page by page. Each key is returned once, although Redis may return it more than once. */
async function* scanChains(connection: RedisConnection): AsyncGenerator<readonly string[]> {
  const named = new Set<string>();
  let cursor = '0';
  do {
    const from = cursor;
    const page = await connection.send((client) => client.scan(from, { MATCH: everyChain, COUNT: pageSize }));
    cursor = page.cursor;
    const keys = [...new Set(page.keys)].filter((key) => !named.has(key));
    for (const key of keys) named.add(key);
    yield keys;
  } while (cursor !== '0');
}

async function* chainsOfSubject(
  connection: RedisConnection,
  key: string,
  now: Seconds,
): AsyncGenerator<readonly string[]> {
  const ids = await connection.send((client) => client.zRangeByScore(key, `(${now}`, '+inf'));
  for (let start = 0; start < ids.length; start += pageSize)
    yield ids.slice(start, start + pageSize).map(chainKey);
}

async function readGrants(
  connection: RedisConnection,
  keys: readonly string[],
  now: Seconds,
): Promise<readonly ListedGrant[]> {
  const found = await Promise.all(keys.map((key) => readGrant(connection, key, now)));
  return found.filter((grant) => grant !== undefined);
}

/** Reads a grant; undefined if it has ended or was revoked. */
async function readGrant(
  connection: RedisConnection,
  key: string,
  now: Seconds,
): Promise<ListedGrant | undefined> {
  const [grant, rotatedAt, idle, ends] = await connection.send((client) =>
    client.hmGet(key, ['grant', 'rotatedAt', 'idleUntil', 'endsAt']),
  );
  const [idleUntil, endsAt] = [Number(idle), Number(ends)];
  if (!grant || now >= Math.min(idleUntil, endsAt)) return undefined;
  return {
    grant: JSON.parse(grant) as StoredGrant,
    ...(rotatedAt && { lastUsedAt: Number(rotatedAt) }),
    idleUntil,
    endsAt,
  };
}
