import { createClient } from 'redis';
import { StoreError } from '#runtime/ports/token-store.ts';
import { addressOfRedis, checkRedisUrl, malformedRedisUrl, explainRedis } from './redis-errors.ts';
import { redisScripts } from './redis-scripts.ts';

const store = 'the state store';

/** How long an answer may take, in milliseconds; a server that takes longer is given up and connected to again. */
const answerTimeoutMs = 3000;

/** How long a connection is tried, and the longest pause between two attempts, in milliseconds. */
const connectTimeoutMs = 3000;
const maxPauseMs = 1000;

/** How often a silent server is pinged, and how long it may stay silent before it is given up. */
const pingEveryMs = 2000;
const silenceMs = 5000;

export type RedisClient = ReturnType<typeof createScriptedClient>;

/**
 * A connection that comes back by itself when it was lost. Nothing waits for it meanwhile: a request to a server that
 * is not there fails at once, and of one that does not answer within a few seconds.
 */
export class RedisConnection {
  readonly client: RedisClient;
  readonly #address: string;
  #hasBeenReady = false;

  private constructor(url: string) {
    this.#address = addressOfRedis(url);
    this.client = createScriptedClient(url, () => this.#hasBeenReady);
    // Each command reports its own failure.
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

  /** The number of the database at the server that its URL names. */
  get database(): number {
    return this.client.options.database ?? 0;
  }

  /** Sends a command to the server. Rejects with a StoreError. */
  async ask<Answer>(question: (client: RedisClient) => Promise<Answer>): Promise<Answer> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(this.#unusable('it does not respond'));
      this.#reconnect();
    }, answerTimeoutMs);
    try {
      return await Promise.race([question(this.client), late.promise]);
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

  /** The client itself waits for an answer as long as the network does, which can be a quarter of an hour. */
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
    // Each command has its own time limit, also once it was sent.
    commandOptions: { timeout: 0 },
    socket: {
      connectTimeout: connectTimeoutMs,
      socketTimeout: silenceMs,
      reconnectStrategy: (attempts) => (hasBeenReady() ? Math.min(50 * 2 ** attempts, maxPauseMs) : false),
    },
  });
}
