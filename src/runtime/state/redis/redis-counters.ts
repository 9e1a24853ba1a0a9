import { once } from 'node:events';
import { createClient, defineScript, type CommandParser } from 'redis';
import type { CountedLimit, LimitSet, RateCounters, Taken } from '#runtime/ports/rate-counters.ts';
import { checkRedisUrl, malformedRedisUrl, explainRedis } from './redis-errors.ts';
import {
  describePassed,
  describeRefused,
  unavailable,
  uncounted,
  type Paced,
  paceOf,
  epochSeconds,
  ticksPerSecond,
} from '../rate-pace.ts';

/** The timeout for counting a call, in milliseconds. */
const answerTimeoutMs = 250;

/** The timeout for a connection, and the maximum pause between two attempts, in milliseconds. */
const connectTimeoutMs = 3000;
const maxPauseMs = 1000;

/**
 * How often a silent server is pinged, and how long it may stay silent before the connection is closed, in
 * milliseconds.
 */
const pingEveryMs = 2000;
const silenceMs = 5000;

const what = 'the rate counters';

/**
 * Puts all keys on one node of a Redis Cluster: the keys of a call must be on one node, and a call may have any keys.
 */
const prefix = 'gatewright:{limits}:';

interface RedisCounterSettings {
  readonly url: string;
  /**
   * Called when calls can no longer be counted, and when they can be counted again, with one sentence that never
   * contains the URL.
   */
  readonly warn: (message: string) => void;
}

/**
 * Counts in Redis, by the clock of Redis, for the gateways of several machines. Waits for the first connection; if it
 * fails, continues and keeps trying. Rejects with a StoreError if the URL is not a Redis URL.
 */
export async function openRedisCounters(settings: RedisCounterSettings): Promise<RedisCounters> {
  const counters = new RedisCounters(settings);
  await counters.tryToConnect();
  return counters;
}

type RedisClient = ReturnType<typeof createCounterClient>;

export class RedisCounters implements RateCounters {
  readonly #client: RedisClient;
  readonly #warn: (message: string) => void;
  /** The number of requests without a reply so far, including those whose calls no longer wait. */
  #pending = 0;
  /** Whether the last request failed or timed out. */
  #isOut = false;
  #isClosed = false;
  #isReconnecting = false;

  constructor({ url, warn }: RedisCounterSettings) {
    this.#warn = warn;
    this.#client = createCounterClient(url);
    // Ignored, since each command reports its own failure.
    this.#client.on('error', () => undefined);
  }

  /** Resolves when it is known whether Redis can be reached; keeps trying if it cannot. */
  async tryToConnect(): Promise<void> {
    this.#client.connect().catch(() => undefined);
    await once(this.#client, 'ready').catch((error: unknown) => this.#noteFailure(error));
  }

  prepare(limits: readonly CountedLimit[]): LimitSet {
    const paced = limits.map(({ limit }) => ({ pace: paceOf(limit) }));
    const keys = limits.map(({ key }) => prefix + key);
    const values = paced.flatMap(({ pace: { interval, horizon } }) => [String(interval), String(horizon)]);
    const mayPass = limits.every(({ limit }) => limit.whenUnavailable === 'allow');
    const otherwise = mayPass ? uncounted : unavailable;
    return { take: async () => describeReply(paced, await this.#takeInTime(keys, values)) ?? otherwise };
  }

  close(): void {
    this.#isClosed = true;
    this.#client.destroy();
  }

  /**
   * Opens the connection again: a server that has become a replica keeps responding, while new connections to its
   * address reach the primary.
   */
  #reconnect(): void {
    if (this.#isReconnecting) return;
    this.#isReconnecting = true;
    const connectAgain = () => {
      this.#isReconnecting = false;
      if (this.#isClosed || !this.#client.isReady) return;
      this.#client.destroy();
      this.#client.connect().catch(() => undefined);
    };
    setTimeout(connectAgain, maxPauseMs).unref();
  }

  /**
   * Returns the reply, or undefined after the timeout. While a command is late, further calls do not wait, so few calls
   * wait, and none for long.
   */
  async #takeInTime(
    keys: readonly string[],
    values: readonly string[],
  ): Promise<readonly number[] | undefined> {
    if (this.#isOut && this.#pending > 0) return undefined;
    const late = Promise.withResolvers<undefined>();
    let isWaiting = true;
    const giveUp = () => {
      if (isWaiting) this.#noteFailure(undefined);
      late.resolve(undefined);
    };
    // A reply that arrived while this thread was busy is read before the call gives up.
    const timer = setTimeout(() => setImmediate(giveUp), answerTimeoutMs);
    const answer = await Promise.race([this.#take(keys, values), late.promise]);
    isWaiting = false;
    clearTimeout(timer);
    return answer;
  }

  /** Never rejects; undefined if the request fails. */
  async #take(keys: readonly string[], values: readonly string[]): Promise<readonly number[] | undefined> {
    this.#pending += 1;
    try {
      const answer = await this.#client.takeLimits(keys, values);
      this.#noteSuccess();
      return answer;
    } catch (error) {
      this.#noteFailure(error);
      return undefined;
    } finally {
      this.#pending -= 1;
    }
  }

  #noteSuccess(): void {
    if (this.#isOut) this.#warn('Calls are counted in Redis again.');
    this.#isOut = false;
  }

  #noteFailure(error: unknown): void {
    const reason = error === undefined ? 'it does not respond' : explainRedis(error);
    if (!this.#isOut && !this.#isClosed) this.#warn(`Calls cannot be counted in Redis: ${reason}.`);
    if (error instanceof Error && error.message.startsWith('READONLY')) this.#reconnect();
    this.#isOut = true;
  }
}

function describeReply(paced: readonly Paced[], reply: readonly number[] | undefined): Taken | undefined {
  if (!reply) return undefined;
  const [first = 0, wait = 0] = reply;
  return first < 0 ? describeRefused(-first - 1, wait) : describePassed(paced, reply);
}

function createCounterClient(url: string) {
  checkRedisUrl(url, what);
  try {
    return createClient({
      url,
      scripts: { takeLimits: takeLimitsScript },
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      pingInterval: pingEveryMs,
      commandOptions: { timeout: 0 },
      socket: {
        connectTimeout: connectTimeoutMs,
        socketTimeout: silenceMs,
        reconnectStrategy: (attempts) => Math.min(50 * 2 ** attempts, maxPauseMs),
      },
    });
  } catch {
    throw malformedRedisUrl(what);
  }
}

const perMicrosecond = ticksPerSecond / 1_000_000;
const perMillisecond = ticksPerSecond / 1000;

/**
 * Takes a call from each key, or from none. The arguments alternate between the intervals and the horizons of the keys.
 * Replies with the used amount of each horizon; or with the negative index, from 1, of the limit that refuses for the
 * longest time, and that time. Each key contains the time until which it is busy by the clock of Redis, and expires
 * then.
 */
const takeLimitsScript = defineScript({
  SCRIPT: `
    local time = redis.call('TIME')
    local now = (tonumber(time[1]) - ${epochSeconds}) * ${ticksPerSecond} + tonumber(time[2]) * ${perMicrosecond}
    local stored, answer, refusing, longest = redis.call('MGET', unpack(KEYS)), {}, 0, 0
    local function keep(index, used)
      local milliseconds = string.format('%.0f', math.max(1, math.ceil(used / ${perMillisecond})))
      redis.call('SET', KEYS[index], string.format('%.0f', now + used), 'PX', milliseconds)
    end
    for index = 1, #KEYS do
      local interval, horizon = tonumber(ARGV[2 * index - 1]), tonumber(ARGV[2 * index])
      local used = math.max(0, (tonumber(stored[index] or now) or now) - now)
      if used > horizon then
        used = horizon
        keep(index, used)
      end
      answer[index] = used + interval
      local wait = used + interval - horizon
      if wait > longest then refusing, longest = index, wait end
    end
    if refusing > 0 then return { -refusing, longest } end
    for index = 1, #KEYS do keep(index, answer[index]) end
    return answer`,
  parseCommand: (parser: CommandParser, keys: readonly string[], paces: readonly string[]) => {
    parser.pushKeysLength([...keys]);
    parser.push(...paces);
  },
  transformReply: (reply: readonly number[]) => reply,
});
