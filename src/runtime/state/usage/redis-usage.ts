import type { Clock } from '#runtime/ports/clock.ts';
import {
  startOfPeriod,
  usagePeriods,
  type UsageQuery,
  type UsageSeries,
  type UsageStep,
  type UsageSubject,
} from '#runtime/ports/usage.ts';
import type { UsageBatch, UsageIncrement, UsageStore } from '#runtime/ports/usage-store.ts';
import { RedisConnection } from '../redis/redis-connection.ts';
import type { UsageEntry } from '../redis/redis-usage-script.ts';
import { collectSeries, sortSeries, type StoredCount } from './collect-series.ts';
import { limitOutcome, outcomesOf } from './usage-outcomes.ts';
import { rangeOf, usageSteps } from './usage-steps.ts';

/** The number of periods in one hash, small enough that Redis uses its compact encoding. */
const periodsPerHash: Readonly<Record<UsageStep, number>> = { minute: 30, hour: 24, day: 30 };

/** How long the number of a writer's last batch is remembered, in milliseconds. */
const writerRetentionMs = 86_400_000;

/** The number of hashes that are read at once, so that other requests do not wait long for Redis. */
const hashesPerRead = 500;

export interface RedisUsageSettings {
  readonly url: string;
  /** A part of every key: deployments may share a Redis, but must not share usage. */
  readonly deployment: string;
  readonly clock: Clock;
}

/** Stores the usage in Redis, for the gateways of several machines. Rejects with a StoreError if it is unreachable. */
export async function openRedisUsage({ url, deployment, clock }: RedisUsageSettings): Promise<UsageStore> {
  return new RedisUsage(await RedisConnection.open(url), deployment, clock);
}

class RedisUsage implements UsageStore {
  readonly #connection: RedisConnection;
  /** Puts all keys on one node of a Redis Cluster, as scripts with several keys require. */
  readonly #prefix: string;
  readonly #clock: Clock;

  constructor(connection: RedisConnection, deployment: string, clock: Clock) {
    this.#connection = connection;
    this.#prefix = `gatewright:{usage}:${deployment}`;
    this.#clock = clock;
  }

  async add({ writer, number, increments }: UsageBatch): Promise<void> {
    const entries = increments.flatMap((increment) => [
      ...usageSteps.map((step) => this.#countIn(step, increment)),
      ...this.#listSubject(increment),
    ]);
    const keys = [`${this.#prefix}:writer:${writer}`, ...entries.map(({ key }) => key)];
    const work = JSON.stringify(entries.map(({ entry }) => entry));
    await this.#connection.send((client) => client.addUsage(keys, number, writerRetentionMs, work));
  }

  async read(query: UsageQuery): Promise<readonly UsageSeries[]> {
    const subjects = await this.#findSubjects(query);
    const hashes = hashesOf(query, this.#clock());
    const keys = subjects.flatMap((subject) =>
      hashes.map((hash) => this.#hashKey(query.step, hash, subject)),
    );
    const found = await this.#readHashes(keys);
    return sortSeries(
      subjects.map((subject, index) => {
        const own = found.slice(index * hashes.length, (index + 1) * hashes.length);
        return collectSeries(
          subject,
          own.flatMap((hash, place) => countsIn(hash, hashes[place] ?? 0, query, this.#clock())),
        );
      }),
    );
  }

  async close(): Promise<void> {
    this.#connection.close();
  }

  #countIn(step: UsageStep, increment: UsageIncrement): { readonly key: string; readonly entry: UsageEntry } {
    const { lengthMs, retentionMs } = usagePeriods[step];
    const period = startOfPeriod(step, increment.start) / lengthMs;
    const fields = [...outcomesOf(increment)].map(
      ([outcome, number]) => [`${period % periodsPerHash[step]} ${outcome}`, String(number)] as const,
    );
    const isLimit = ([field]: readonly [string, string]) => field.endsWith(` ${limitOutcome}`);
    return {
      key: this.#hashKey(step, Math.floor(period / periodsPerHash[step]), increment),
      entry: {
        sums: fields.filter((field) => !isLimit(field)),
        largest: fields.filter(isLimit),
        // Long enough for the last period of the hash.
        retentionMs: retentionMs + lengthMs * periodsPerHash[step],
      },
    };
  }

  /** Adds a subject to the list of its application and to the list of its API. */
  #listSubject(increment: UsageIncrement): readonly { readonly key: string; readonly entry: UsageEntry }[] {
    const { retentionMs } = usagePeriods.day;
    const entry = { member: nameOf(increment), now: this.#clock(), retentionMs };
    return [
      { key: this.#listKey('application', increment.application), entry },
      { key: this.#listKey('api', increment.api), entry },
    ];
  }

  async #findSubjects({ applications, apis, keySet }: UsageQuery): Promise<readonly UsageSubject[]> {
    const lists = applications
      ? applications.map((name) => this.#listKey('application', name))
      : (apis ?? []).map((name) => this.#listKey('api', name));
    const members = await this.#connection.send((client) =>
      Promise.all(lists.map((key) => client.zRange(key, 0, -1))),
    );
    return members
      .flat()
      .map(readName)
      .filter(
        (subject) => (apis?.includes(subject.api) ?? true) && (keySet ?? subject.keySet) === subject.keySet,
      );
  }

  async #readHashes(keys: readonly string[]): Promise<readonly Readonly<Record<string, string>>[]> {
    const found: Readonly<Record<string, string>>[] = [];
    for (let index = 0; index < keys.length; index += hashesPerRead) {
      const some = keys.slice(index, index + hashesPerRead);
      found.push(
        ...(await this.#connection.send((client) => Promise.all(some.map((key) => client.hGetAll(key))))),
      );
    }
    return found;
  }

  #hashKey(step: UsageStep, hash: number, subject: UsageSubject): string {
    return `${this.#prefix}:${step}:${hash}:${nameOf(subject)}`;
  }

  #listKey(kind: 'application' | 'api', name: string): string {
    return `${this.#prefix}:of-${kind}:${name}`;
  }
}

/** A text that is unique for each subject, whatever its names contain. */
function nameOf({ application, api, keySet }: UsageSubject): string {
  return JSON.stringify([application, api, keySet]);
}

function readName(name: string): UsageSubject {
  // Safe, since only `nameOf` writes these texts.
  const [application, api, keySet] = JSON.parse(name) as [string, string, UsageSubject['keySet']];
  return { application, api, keySet };
}

/** The numbers of the hashes that a query needs. */
function hashesOf(query: UsageQuery, now: number): readonly number[] {
  const lengthMs = usagePeriods[query.step].lengthMs * periodsPerHash[query.step];
  const { from, until } = rangeOf(query, now);
  const first = Math.floor(from / lengthMs);
  // Omits future periods, which have no counts.
  const last = Math.floor((Math.min(until, now + usagePeriods.day.lengthMs) - 1) / lengthMs);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function countsIn(
  fields: Readonly<Record<string, string>>,
  hash: number,
  query: UsageQuery,
  now: number,
): readonly StoredCount[] {
  const { from, until } = rangeOf(query, now);
  const { lengthMs } = usagePeriods[query.step];
  return Object.entries(fields)
    .map(([field, number]) => {
      const space = field.indexOf(' ');
      const period = hash * periodsPerHash[query.step] + Number(field.slice(0, space));
      return { start: period * lengthMs, outcome: field.slice(space + 1), number: Number(number) };
    })
    .filter(({ start }) => start >= from && start < until);
}
