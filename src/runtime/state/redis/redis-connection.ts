import { createClient } from 'redis';
import { StoreError } from '#runtime/ports/token-store.ts';
import { addressOfRedis, checkRedisUrl, malformedRedisUrl, explainRedis } from './redis-errors.ts';
import { script } from './define-script.ts';
import { failureScripts } from './redis-failure-scripts.ts';
import { addUsageScript } from './redis-usage-script.ts';

/**
 * All times in the scripts are in seconds, and are compared with the `now` that the caller sends; a `ttl` is in
 * milliseconds.
 */
const redisScripts = {
  ...failureScripts,
  addUsage: addUsageScript,
  putCode: script<'OK' | null>(
    1,
    `local now, forgetAt = tonumber(ARGV[1]), redis.call('HGET', KEYS[1], 'forgetAt')
     if forgetAt and tonumber(forgetAt) > now then return nil end
     redis.call('DEL', KEYS[1])
     redis.call('HSET', KEYS[1], 'record', ARGV[2], 'clientId', ARGV[3], 'expiresAt', ARGV[4], 'forgetAt', ARGV[5])
     redis.call('PEXPIRE', KEYS[1], ARGV[6])
     return redis.status_reply('OK')`,
  ),
  takeCode: script<readonly [which: 'first' | 'again', record: string] | null>(
    1,
    `local code = redis.call('HMGET', KEYS[1], 'record', 'clientId', 'expiresAt', 'forgetAt', 'taken')
     local now = tonumber(ARGV[1])
     if not code[1] or code[2] ~= ARGV[2] or now >= tonumber(code[4]) then return nil end
     if code[5] then return { 'again', code[1] } end
     if now >= tonumber(code[3]) then return nil end
     redis.call('HSET', KEYS[1], 'taken', '1')
     return { 'first', code[1] }`,
  ),
  /** The third key is the set of the subject's grants, each with its end, by which the grants of one user are found. */
  openGrant: script<'OK' | null>(
    3,
    `local now, revokedUntil = tonumber(ARGV[1]), redis.call('ZSCORE', KEYS[2], ARGV[2])
     if revokedUntil and tonumber(revokedUntil) > now then return nil end
     local ends = redis.call('HMGET', KEYS[1], 'idleUntil', 'endsAt')
     if ends[1] and math.min(tonumber(ends[1]), tonumber(ends[2])) > now then return nil end
     redis.call('DEL', KEYS[1])
     redis.call('HSET', KEYS[1], 'grant', ARGV[3], 'current', ARGV[4], 'idleUntil', ARGV[5], 'endsAt', ARGV[6],
       'rotatedAt', ARGV[1])
     redis.call('PEXPIRE', KEYS[1], ARGV[7])
     redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', ARGV[1])
     redis.call('ZADD', KEYS[3], ARGV[6], ARGV[2])
     if redis.call('PTTL', KEYS[3]) < tonumber(ARGV[8]) then redis.call('PEXPIRE', KEYS[3], ARGV[8]) end
     return redis.status_reply('OK')`,
  ),
  /** Adds a grant to the set of its subject. */
  indexGrant: script<number>(
    1,
    `local added = redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
     if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
     return added`,
  ),
  rotate: script<'rotated' | 'raced' | 'replayed' | 'unknown'>(
    1,
    `local now = tonumber(ARGV[1])
     local chain = redis.call('HMGET', KEYS[1], 'current', 'previous', 'rotatedAt', 'idleUntil', 'endsAt')
     if not chain[1] or now >= math.min(tonumber(chain[4]), tonumber(chain[5])) then return 'unknown' end
     if chain[1] ~= ARGV[2] then
       if chain[2] == ARGV[2] and now < tonumber(chain[3]) + tonumber(ARGV[6]) then return 'raced' end
       return 'replayed'
     end
     redis.call('HSET', KEYS[1], 'previous', ARGV[2], 'current', ARGV[3], 'rotatedAt', ARGV[1], 'idleUntil', ARGV[4])
     local left = (tonumber(chain[5]) - now) * 1000
     redis.call('PEXPIRE', KEYS[1], string.format('%.0f', math.max(1, math.min(tonumber(ARGV[5]), left))))
     return 'rotated'`,
  ),
  claim: script<number>(
    1,
    `local claimedUntil = redis.call('GET', KEYS[1])
     if claimedUntil and tonumber(claimedUntil) > tonumber(ARGV[1]) then return 0 end
     redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
     return 1`,
  ),
  /** Returns the number of subscribers that the revocation was published to. */
  revoke: script<number>(
    2,
    `redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1])
     redis.call('ZADD', KEYS[1], 'GT', ARGV[2], ARGV[3])
     redis.call('DEL', KEYS[2])
     return redis.call('PUBLISH', ARGV[4], ARGV[5])`,
  ),
};

const store = 'the state store';

/** The timeout for a reply, in milliseconds. After it, the connection is closed and opened again. */
const answerTimeoutMs = 3000;

/** The timeout for a connection, and the maximum pause between two attempts, in milliseconds. */
const connectTimeoutMs = 3000;

const maxPauseMs = 1000;

/**
 * How often a silent server is pinged, and how long it may stay silent before the connection is closed, in
 * milliseconds.
 */
const pingEveryMs = 2000;

const silenceMs = 5000;

export type RedisClient = ReturnType<typeof createScriptedClient>;

/**
 * A connection that is restored automatically after it is lost. Commands do not wait for this: a command to an
 * unreachable server fails at once, and a command to a server that does not respond fails within a few seconds.
 */
export class RedisConnection {
  readonly client: RedisClient;
  readonly #address: string;
  #hasBeenReady = false;

  private constructor(url: string) {
    this.#address = addressOfRedis(url);
    this.client = createScriptedClient(url, () => this.#hasBeenReady);
    // Ignored, since each command reports its own failure.
    this.client.on('error', () => undefined);
    this.client.on('ready', () => (this.#hasBeenReady = true));
  }

  /** Connects to `redis://`, `rediss://` or `unix://`. Rejects with a StoreError. */
  static async open(url: string): Promise<RedisConnection> {
    const connection = RedisConnection.#create(url);
    try {
      await connection.client.connect();
      return connection;
    } catch (error) {
      connection.close();
      throw connection.#unusable(explainRedis(error));
    }
  }

  static #create(url: string): RedisConnection {
    checkRedisUrl(url, store);
    try {
      return new RedisConnection(url);
    } catch {
      throw malformedRedisUrl(store);
    }
  }

  /** The number of the database that the URL names. */
  get database(): number {
    return this.client.options.database ?? 0;
  }

  /** Sends a command to the server. Rejects with a StoreError. */
  async send<Answer>(command: (client: RedisClient) => Promise<Answer>): Promise<Answer> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(this.#unusable('it does not respond'));
      this.#reconnect();
    }, answerTimeoutMs);
    try {
      return await Promise.race([command(this.client), late.promise]);
    } catch (error) {
      throw error instanceof StoreError ? error : this.#unusable(explainRedis(error));
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.client.destroy();
  }

  #unusable(reason: string): StoreError {
    return new StoreError(`The state store in Redis at ${this.#address} cannot be used: ${reason}.`);
  }

  /**
   * Opens the connection again: the client itself would wait for a reply as long as the network does, which can be a
   * quarter of an hour.
   */
  #reconnect(): void {
    if (!this.client.isReady) return;
    this.client.destroy();
    this.client.connect().catch(() => undefined);
  }
}

function createScriptedClient(url: string, hasBeenReady: () => boolean) {
  return createClient({
    url,
    scripts: redisScripts,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    pingInterval: pingEveryMs,
    // `send` has its own timeout, which also covers commands that were already sent.
    commandOptions: { timeout: 0 },
    socket: {
      connectTimeout: connectTimeoutMs,
      socketTimeout: silenceMs,
      reconnectStrategy: (attempts) => (hasBeenReady() ? Math.min(50 * 2 ** attempts, maxPauseMs) : false),
    },
  });
}
