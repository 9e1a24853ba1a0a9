import { MessageChannel } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { FailedLogins } from '#runtime/identity/failed-logins.ts';
import { LoginQueue } from '#runtime/identity/login-queue.ts';
import { OwnerLogins } from '#serve/workers/logins/owner-logins.ts';
import type { ServingOwnerCalls } from '#serve/workers/serving-calls.ts';
import { ThreadCalls } from '#serve/served/thread-calls.ts';
import { WorkerLogins } from '#serve/workers/logins/worker-logins.ts';
import { eventually } from '../../../eventually.ts';

const ada = { username: 'ada', address: '192.0.2.1' };

/** Two workers whose logins this thread counts. */
function open() {
  const queue = new LoginQueue(new FailedLogins(Date.now), { maxWaitMs: 600_000 });
  const openOne = () => {
    const { port1, port2 } = new MessageChannel();
    onTestFinished(() => port1.close());
    const owned = new WorkerLogins(queue);
    void new ThreadCalls(port1, owned.calls);
    return { owned, logins: new OwnerLogins(new ThreadCalls<ServingOwnerCalls>(port2, {})) };
  };
  return { one: openOne(), other: openOne() };
}

type Opened = ReturnType<typeof open>['one'];

const beginFive = ({ logins }: Opened) => Promise.all(Array.from({ length: 5 }, () => logins.begin(ada)));

test('logins in progress in a worker that ends have ended, and count as nothing', async () => {
  const { one, other } = open();
  await beginFive(one);
  const gone = one.logins.begin(ada);
  const waiting = Array.from({ length: 5 }, () => other.logins.begin(ada));
  await other.logins.secondsToWait(ada);
  one.owned.endAll();
  for (const login of await Promise.all(waiting)) expect(login).toBeTypeOf('object');
  expect(await gone).toBe('busy');
});

test('a login that ends in one worker makes room in the other', async () => {
  const { one, other } = open();
  const begun = await beginFive(one);
  const waiting = other.logins.begin(ada);
  for (const login of begun) if (typeof login === 'object') one.logins.end(login, 'failed');
  expect(await waiting).toBe('limited');
});

test('whoever hangs up leaves the place in the queue of all workers', async () => {
  const { one, other } = open();
  await beginFive(one);
  const hangUp = new AbortController();
  const gone = Array.from({ length: 100 }, () => other.logins.begin(ada, hangUp.signal));
  await eventually(async () => expect(await one.logins.begin(ada)).toBe('busy'));
  hangUp.abort();
  expect(new Set(await Promise.all(gone))).toEqual(new Set(['busy']));
});
