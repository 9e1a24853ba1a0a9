import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../eventually.ts';
import {
  openCall,
  patienceMs,
  redeclare,
  revokeToken,
  tokenOf,
  verdictOf,
  type Scenario,
  type Stage,
} from './scenario.ts';

/** What tokens, limits and subscriptions allow; some change what the data planes serve. */
export const accessScenarios: readonly Scenario[] = [
  {
    name: 'calls beyond those that a tier allows at a time, and one after them',
    code: 'concurrent_calls',
    run: async (stage) => {
      const token = await tokenOf(stage);
      const open = await openCall(stage, '/few/v1/held', token);
      const second = await verdictOf(stage, '/few/v1/x', { token });
      stage.upstream.release();
      await text(open);
      const third = await eventually(async () => {
        const verdict = await verdictOf(stage, '/few/v1/x', { token });
        if (verdict !== 200) throw new Error(`the place is still taken: ${verdict}`);
        return verdict;
      });
      return [open.statusCode, second, third];
    },
    builtIn: [200, 'concurrency_limited', 200],
    envoy: [200, 200, 200],
  },
  {
    name: 'a token that is revoked, and used again',
    code: 'token_revocation',
    run: async (stage) => {
      const token = await tokenOf(stage);
      const before = await verdictOf(stage, '/plain/v1/x', { token });
      await revokeToken(stage, token);
      return [before, await verdictOf(stage, '/plain/v1/x', { token })];
    },
    builtIn: [200, 'token_invalid'],
    envoy: [200, 200],
  },
  {
    name: 'a body that is too large, once nothing is left of a limit',
    code: 'limit_order',
    run: async (stage) => {
      const token = await tokenOf(stage);
      const first = await verdictOf(stage, '/scarce/v1/x', { token });
      const large = { token, method: 'POST', body: 'x'.repeat(17) } as const;
      const second = await verdictOf(stage, '/scarce/v1/x', large);
      return [first, second, await verdictOf(stage, '/scarce/v1/x', { token })];
    },
    builtIn: [200, 'rate_limited', 'rate_limited'],
    envoy: [200, 'body_too_large', 'rate_limited'],
  },
  {
    name: 'a limit that is used up, when another limit changes',
    code: 'limit_counters',
    run: async (stage) => {
      const token = await tokenOf(stage);
      const first = await verdictOf(stage, '/rare/v1/x', { token });
      const second = await verdictOf(stage, '/rare/v1/x', { token });
      await changeTier(stage);
      // The counters of a data plane that starts them again do so soon.
      const end = performance.now() + patienceMs;
      let third = await verdictOf(stage, '/rare/v1/x', { token });
      while (third !== 200 && performance.now() < end)
        third = await verdictOf(stage, '/rare/v1/x', { token });
      return [first, second, third];
    },
    builtIn: [200, 'rate_limited', 'rate_limited'],
    envoy: [200, 'rate_limited', 200],
  },
  {
    name: 'a call in progress whose subscription is removed',
    code: 'open_calls',
    run: loseSubscription,
    builtIn: 'the response is aborted',
    envoy: 'one,two',
  },
];

/** Declares another limit, and waits until the data plane serves it. */
async function changeTier(stage: Stage): Promise<void> {
  // Another one for each data plane.
  const limit = { requests: 3 + stage.leaver.length, unit: 'minute' };
  const tier = JSON.stringify({ kind: 'Tier', name: 'bronze', limit });
  await redeclare(stage, 'tiers/bronze.yaml', () => tier);
}

async function loseSubscription(stage: Stage): Promise<string> {
  const { leaver, plane, repository, upstream } = stage;
  const token = await tokenOf(stage, leaver);
  const response = await openCall(stage, '/plain/v1/held', token);
  await rm(join(repository.root, `apis/subscriptions/${leaver}-Plain-v1.yaml`));
  await plane.update();
  await eventually(async () => {
    const verdict = await verdictOf(stage, '/plain/v1/x', { token });
    if (verdict !== 'not_subscribed') throw new Error(`the subscription still holds: ${verdict}`);
  });
  // A data plane that ends the call does so on its own.
  const ended = text(response).catch(() => 'the response is aborted');
  await Promise.race([ended, delay(patienceMs)]);
  upstream.release();
  return ended;
}
