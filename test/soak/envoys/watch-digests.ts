import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'undici';
import { until } from './open-fleet.ts';

/** Calls on several connections, and keeps the tables that answered on each, in their order. */
export function watchDigests(url: string, token: string) {
  const stopped = new AbortController();
  const watched = Array.from({ length: 6 }, (): string[] => []);
  const watch = async (digests: string[]): Promise<void> => {
    const client = new Client(url);
    while (!stopped.signal.aborted) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await client.request({ method: 'GET', path: '/dog_park/v1/dogs', headers });
      await answer.body.dump();
      const digest = String(answer.headers['gatewright-digest']);
      if (digests.at(-1) !== digest) digests.push(digest);
      await delay(20);
    }
    await client.close();
  };
  const watching = Promise.all(watched.map(watch));
  return {
    /** Resolves once a table has answered on every connection. */
    untilSeen: (digest: string) => until(async () => watched.every((digests) => digests.includes(digest))),
    stop: async (): Promise<readonly (readonly string[])[]> => {
      stopped.abort();
      await watching;
      return watched;
    },
  };
}
