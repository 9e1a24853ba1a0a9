import type { Clock } from '../../ports/clock.ts';
import type { FailureKey, SharedFailures } from '../../ports/shared-failures.ts';
import { RedisConnection } from './redis-connection.ts';

/** Keys of one script have to live together in a Redis Cluster. */
const prefix = 'gatewright:{failures}:';

/** Counts failures in the Redis that keeps the state. Rejects with a StoreError if it cannot be reached. */
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

  async add(keys: readonly FailureKey[]): Promise<boolean> {
    const limits = keys.flatMap(({ limit: { free, firstPauseMs, maxPauseMs, forgottenAfterMs } }) => [
      free,
      firstPauseMs,
      maxPauseMs,
      forgottenAfterMs,
    ]);
    const counted = await this.#connection.ask((client) =>
      client.addFailure(namesOf(keys), this.#clock(), ...limits),
    );
    return counted === 1;
  }

  async takeBack(keys: readonly FailureKey[]): Promise<void> {
    const memories = keys.map(({ limit }) => limit.forgottenAfterMs);
    await this.#connection.ask((client) => client.takeBackFailure(namesOf(keys), this.#clock(), ...memories));
  }

  async forget(key: string): Promise<void> {
    await this.#connection.ask((client) => client.del(prefix + key));
  }

  waitMs(keys: readonly FailureKey[]): Promise<number> {
    return this.#connection.ask((client) => client.waitForFailures(namesOf(keys), this.#clock()));
  }

  async remember(value: string, milliseconds: number): Promise<void> {
    await this.#connection.ask((client) => client.set(memoryOf(value), '1', { PX: milliseconds }));
  }

  async remembers(value: string): Promise<boolean> {
    return (await this.#connection.ask((client) => client.exists(memoryOf(value)))) === 1;
  }

  close(): void {
    this.#connection.close();
  }
}

function namesOf(keys: readonly FailureKey[]): readonly string[] {
  return keys.map(({ key }) => prefix + key);
}

function memoryOf(value: string): string {
  return `${prefix}remembered:${value}`;
}
