import autocannon from 'autocannon';
import { onTestFinished } from 'vitest';

/** What became of the calls of a load. */
export interface LoadResult {
  readonly total: number;
  readonly failed: { readonly errors: number; readonly timeouts: number; readonly non2xx: number };
}

export const noneFailed: LoadResult['failed'] = { errors: 0, timeouts: 0, non2xx: 0 };

/** Calls an operation on several connections until it is stopped, or ten minutes are over. */
export function startLoad(url: string, token: string) {
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>();
  const options = {
    url,
    connections: 8,
    overallRate: 400,
    duration: 600,
    headers: { authorization: `Bearer ${token}` },
  };
  const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
  // A test that fails does not wait for it.
  onTestFinished(() => load.stop());
  const stop = async (): Promise<LoadResult> => {
    load.stop();
    const { requests, errors, timeouts, non2xx } = await promise;
    return { total: requests.total, failed: { errors, timeouts, non2xx } };
  };
  return { stop };
}
