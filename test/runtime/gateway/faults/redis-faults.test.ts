// @module-tag full
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.ts';
import type { RateLimit } from '#compiled/manifest.ts';
import type { RateCounters } from '#runtime/ports/rate-counters.ts';
import { openRedisCounters } from '#runtime/state/redis/redis-counters.ts';
import { expectInTurn } from '../../state/redis/expect-in-turn.ts';
import { hasRedisServer, startRedis, type RedisServer } from '../../state/redis-in-test.ts';
import { dogs, openFaultyGateway } from './faulty-gateway.ts';
import { openScriptedUpstream } from './scripted-upstream.ts';

const whyNot = hasRedisServer ? '' : ' (skipped: no redis-server on the PATH)';

/** More than any test makes calls. */
const limit: RateLimit = { requests: 1_000_000, unit: 'day', burst: 1_000_000, whenUnavailable: 'refuse' };

async function open(redis: RedisServer, whenUnavailable: RateLimit['whenUnavailable']) {
  const warnings: string[] = [];
  const counters = await openRedisCounters({
    url: redis.url,
    warn: (message) => void warnings.push(message),
  });
  const upstream = await openScriptedUpstream({});
  let noteTake = () => {};
  const noting: RateCounters = {
    prepare: (limits) => {
      const set = counters.prepare(limits);
      const take = () => {
        noteTake();
        return set.take();
      };
      return { take };
    },
  };
  const options = { counters: noting, limit: { ...limit, whenUnavailable } };
  const gateway = await openFaultyGateway(upstream, options);
  onTestFinished(async () => {
    await gateway.expectNothingLeft();
    await gateway.close();
    await upstream.close();
    counters.close();
  });
  /** Resolves as soon as a call is at the counters. */
  const nextTake = () => new Promise<void>((resolve) => (noteTake = resolve));
  return { gateway, upstream, warnings, nextTake };
}

/** Calls from several clients until it is stopped. */
function load({ outcome }: Awaited<ReturnType<typeof open>>['gateway']) {
  const outcomes = new Map<string, number>();
  const over = new AbortController();
  const client = async () => {
    while (!over.signal.aborted) {
      const seen = await outcome('GET', dogs);
      outcomes.set(seen, (outcomes.get(seen) ?? 0) + 1);
      await delay(5);
    }
  };
  const clients = Array.from({ length: 4 }, client);
  const count = (outcomeOf: string) => outcomes.get(outcomeOf) ?? 0;
  return {
    /** Waits for so many more of an outcome. */
    sees: async (wanted: string, more = 10) => {
      const enough = count(wanted) + more;
      await eventually(() => expect(count(wanted)).toBeGreaterThanOrEqual(enough));
    },
    stop: async () => {
      over.abort();
      await Promise.all(clients);
      return [...outcomes.keys()].toSorted();
    },
  };
}

describe.skipIf(whyNot)(`redis that holds the counters${whyNot}`, () => {
  test.each([
    ['refuse', '503 limits_unavailable', ['200 ok', '503 limits_unavailable']],
    ['allow', '200 ok', ['200 ok']],
  ] as const)('goes and comes back under load: %s', async (whenUnavailable, meanwhile, all) => {
    await using redis = await startRedis();
    const { gateway, warnings } = await open(redis, whenUnavailable);
    const calls = load(gateway);
    await calls.sees('200 ok');
    for (let round = 1; round <= 2; round += 1) {
      await redis.stop();
      await eventually(() => expect(warnings.at(-1)).toContain('cannot be counted'));
      await calls.sees(meanwhile);
      await redis.start();
      await eventually(() => expectInTurn(warnings));
      await calls.sees('200 ok');
    }
    expect(await calls.stop()).toEqual(all);
    // On a slow machine, Redis may also be late while it is there.
    await eventually(() => expectInTurn(warnings));
    expect(warnings.length).toBeGreaterThanOrEqual(4);
    await gateway.expectWell();
  });

  test('hangs: a client that leaves meanwhile asks no upstream, and the others are answered', async () => {
    await using redis = await startRedis();
    const { gateway, upstream, nextTake } = await open(redis, 'allow');
    await gateway.expectWell();
    redis.freeze();
    const before = upstream.asked.length;
    const taken = nextTake();
    using client = gateway.begin(`GET ${dogs}/left HTTP/1.1`, 'Host: a', gateway.authorization, '', '');
    await taken;
    client.socket.resetAndDestroy();
    const other = gateway.outcome('GET', `${dogs}/stayed`);
    expect(await other).toBe('200 ok');
    redis.thaw();
    await gateway.expectWell();
    expect(upstream.asked.slice(before)).toEqual(['GET /dogs/stayed HTTP/1.1', 'GET /dogs HTTP/1.1']);
  });
});
