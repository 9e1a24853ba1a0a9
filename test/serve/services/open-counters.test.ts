import { describe, expect, onTestFinished, test } from 'vitest';
import type { LimitSettings } from '#compiled/settings/gateway-settings.ts';
import { createCounterMemory } from '#runtime/state/counter-table.ts';
import { openCounters } from '#serve/services/open-counters.ts';
import { StartupError } from '#serve/served/startup-error.ts';
import { countBy } from '../../runtime/state/counted-limits.ts';
import { hasRedisServer, startRedis } from '../../runtime/state/redis-in-test.ts';
import { untilRedisCounts } from '../../runtime/state/redis/until-redis-counts.ts';
import { full } from '../../full-run.ts';

const url = { fromEnv: 'LIMITS_REDIS_URL' };
const redis: LimitSettings = { counters: 'redis', url };

interface Options {
  /** The value of the URL. */
  readonly secret?: string;
  readonly counterMemory?: SharedArrayBuffer;
}

async function open(settings: LimitSettings, { secret, counterMemory }: Options = {}) {
  const opened = new AsyncDisposableStack();
  onTestFinished(() => opened.disposeAsync());
  const warnings: string[] = [];
  const time = { milliseconds: Date.parse('2026-07-01T00:00:00Z') };
  const services = {
    clock: () => time.milliseconds,
    resolveSecret: () =>
      secret === undefined ? Promise.reject(new Error('The secret is missing.')) : Promise.resolve(secret),
    warn: (message: string) => void warnings.push(message),
    ...(counterMemory && { counterMemory }),
  };
  return { counters: await openCounters(settings, services, opened), warnings, time };
}

describe('local counters', () => {
  test('count together where they are given one memory', async () => {
    const counterMemory = createCounterMemory(64);
    const limit = countBy(2, 'day');
    const [first, second, other] = [
      await open({ counters: 'local' }, { counterMemory }),
      await open({ counters: 'local' }, { counterMemory }),
      await open({ counters: 'local' }),
    ];
    const remaining = [first, second, other].map(({ counters }) => counters.prepare([limit]).take());
    expect(remaining).toMatchObject([{ remaining: 1 }, { remaining: 0 }, { remaining: 1 }]);
  });

  test('warn once a minute of a memory that is full', async () => {
    const { counters, warnings, time } = await open(
      { counters: 'local' },
      { counterMemory: createCounterMemory(1) },
    );
    await counters.prepare([countBy(1, 'day')]).take();
    const told: number[] = [];
    for (const pause of [0, 0, 59_999, 1, 1]) {
      time.milliseconds += pause;
      await counters.prepare([countBy(1, 'day')]).take();
      told.push(warnings.length);
    }
    expect(told).toEqual([1, 1, 1, 2, 2]);
    expect(warnings[0]).toBe(
      'Calls cannot be counted: too many limits are in use at once for the memory of the counters.',
    );
  });
});

const whyNot = hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)';

test.skipIf(whyNot)(`counters in redis are closed with the gateway${whyNot}`, full, async () => {
  await using server = await startRedis();
  await untilRedisCounts(server.url);
  const { counters } = await open(redis, { secret: server.url });
  expect(await counters.prepare([countBy(2, 'day')]).take()).toMatchObject({ remaining: 1 });
});

describe('counters in redis that cannot be opened', () => {
  test.each([
    [{ counters: 'redis' }, undefined, 'Calls are counted in redis, but its `url` is missing.'],
    [redis, undefined, 'The secret is missing.'],
    [
      redis,
      'https://:password@127.0.0.1',
      'The URL of the rate counters is not a Redis URL: write it as redis://user:password@host:6379/0, or rediss:// for TLS.',
    ],
  ] as const)('%j keep the gateway from starting', async (settings, secret, message) => {
    await expect(open(settings, secret === undefined ? {} : { secret })).rejects.toThrow(
      new StartupError(message),
    );
  });

  test('since nothing is there only bring a warning about', async () => {
    const { counters, warnings } = await open(redis, { secret: 'redis://127.0.0.1:1' });
    expect(warnings).toEqual(['Calls cannot be counted in Redis: nothing listens at its address.']);
    expect(await counters.prepare([countBy(2, 'day')]).take()).toMatchObject({ outcome: 'unavailable' });
  });
});
