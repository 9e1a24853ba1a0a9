import { StoreError } from '../../ports/token-store.ts';

/** Throws a StoreError that says what the URL is of; the client's own errors would quote it, and it may hold a password. */
export function checkRedisUrl(url: string, what: string): void {
  const parsed = URL.parse(url);
  const isRedis =
    /^rediss?:$/.test(parsed?.protocol ?? '') && /^\/?\d*$/.test(parsed?.pathname ?? '') && parsed?.hostname;
  if (isRedis || /^unix:\/\/.*\//.test(url)) return;
  throw malformedRedisUrl(what);
}

export function malformedRedisUrl(what: string): StoreError {
  return new StoreError(
    `The URL of ${what} is not one of Redis: it has the form redis://user:password@host:6379/0, or rediss:// for TLS.`,
  );
}
