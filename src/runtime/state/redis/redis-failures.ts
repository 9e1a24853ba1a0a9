import type { Clock } from '#runtime/ports/clock.ts';
import {
  maxAttemptMs,
  type FailureKey,
  type SharedAttempt,
  type SharedFailures,
} from '#runtime/ports/shared-failures.ts';
import { RedisConnection } from './redis-connection.ts';

/** Puts all keys on one node of a Redis Cluster, as scripts with several keys require. */
const prefix = 'gatewright:{failures}:';

/** Counts failures in the Redis that stores the state. Rejects with a StoreError if it cannot be reached. */
export async function openRedisFailures(url: string, clock: Clock): Promise<RedisFailures> {
  return new RedisFailures(await RedisConnection.open(url), clock);
}

export class RedisFailures implements SharedFailures {
  readonly #connection: RedisConnection;
  readonly #clock: Clock;

  constructor(connection: RedisConnection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
  }

  async begin(keys: readonly FailureKey[]): Promise<SharedAttempt> {
    const now = this.#clock();
    const deadline = now + maxAttemptMs;
    const begun = await this.#connection.send((client) =>
      client.beginAttempt(namesOf(keys), now, deadline, ...limitsOf(keys)),
    );
    if (begun === 0) return { deadline };
    return begun < 0 ? 'paused' : { busyKey: begun - 1 };
  }

  async end(keys: readonly FailureKey[], deadline: number, hasFailed: boolean): Promise<void> {
    const now = this.#clock();
    await this.#connection.send((client) =>
      client.endAttempt(namesOf(keys), now, deadline, Number(hasFailed), ...limitsOf(keys)),
    );
  }

  async forget(key: FailureKey): Promise<void> {
    await this.#connection.send((client) =>
      client.forgetFailures(namesOf([key]), this.#clock(), ...limitsOf([key])),
    );
  }

  waitMs(keys: readonly FailureKey[]): Promise<number> {
    return this.#connection.send((client) =>
      client.waitForFailures(namesOf(keys), this.#clock(), ...limitsOf(keys)),
    );
  }

  async remember(value: string, milliseconds: number): Promise<void> {
    await this.#connection.send((client) => client.set(memoryOf(value), '1', { PX: milliseconds }));
  }

  async remembers(value: string): Promise<boolean> {
    return (await this.#connection.send((client) => client.exists(memoryOf(value)))) === 1;
  }

  close(): void {
    this.#connection.close();
  }
}

function namesOf(keys: readonly FailureKey[]): readonly string[] {
  return keys.map(({ key }) => prefix + key);
}

function limitsOf(keys: readonly FailureKey[]): readonly number[] {
  return keys.flatMap(({ limit: { free, firstPauseMs, maxPauseMs, forgottenAfterMs } }) => [
    free,
    firstPauseMs,
    maxPauseMs,
    forgottenAfterMs,
  ]);
}

function memoryOf(value: string): string {
  return `${prefix}remembered:${value}`;
}
