import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { Client } from 'undici';

/** Between two calls of a connection, in milliseconds. */
const pauseMs = 20;

/**
 * Calls on several connections until it is stopped, and keeps the distinct outcomes: statuses, and the codes of errors.
 * Unlike a load generator it opens a new connection where an answer says that its connection is closed.
 */
export function callSteadily(url: string, token: string) {
  const outcomes = new Set<string>();
  const stopped = new AbortController();
  onTestFinished(() => stopped.abort());
  const { origin, pathname } = new URL(url);
  const look = async (): Promise<void> => {
    const client = new Client(origin);
    const headers = { authorization: `Bearer ${token}` };
    while (!stopped.signal.aborted) {
      const outcome = client.request({ method: 'GET', path: pathname, headers }).then(
        async ({ statusCode, body }) => {
          await body.dump();
          return String(statusCode);
        },
        (error: unknown) => String(error),
      );
      outcomes.add(await outcome);
      await delay(pauseMs);
    }
    await client.close();
  };
  const looking = Promise.all(Array.from({ length: 6 }, look));
  const stop = async (): Promise<readonly string[]> => {
    stopped.abort();
    await looking;
    return [...outcomes];
  };
  return { stop };
}
