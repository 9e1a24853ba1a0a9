import { afterEach, expect, test } from 'vitest';
import { describeFailure, rejectUpstreamFailure } from '#runtime/gateway/upstream/reject-upstream-failure.ts';
import { UpstreamPool } from '#runtime/gateway/upstream/upstream-pool.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { limitConnections } from './connection-limits.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Calls an upstream on this machine by a host, over HTTP/1.1 or with HTTP/2 on offer. */
async function call(host: string, entries: readonly string[], isHttp2: boolean) {
  let calls = 0;
  const upstream = await openUpstream('forbidden', (_request, response) => {
    calls += 1;
    response.end('served');
  });
  const origin = `${isHttp2 ? 'https' : 'http'}://${host}:${new URL(upstream.url).port}`;
  const settings = { origin, connectMs: 1000, maxConnections: 2, isHttp2 };
  const pool = new UpstreamPool(settings, limitConnections(60_000, entries));
  closing.push(upstream.close, () => pool.abort());
  const answer = await pool.request({ method: 'GET', path: '/' }).then(
    ({ body }) => body.text(),
    (error: Error) => error,
  );
  return { answer, calls };
}

const thisMachine = ['127.0.0.0/8', '::1'];

test.each([
  ['a name that resolves to a forbidden address', 'localhost', false],
  ['a name, with HTTP/2 on offer', 'localhost', true],
  ['a forbidden address', '127.0.0.1', false],
  ['a forbidden address, with HTTP/2 on offer', '127.0.0.1', true],
])('opens no connection to %s', async (_what, host, isHttp2) => {
  const { answer, calls } = await call(host, thisMachine, isHttp2);
  expect(calls).toBe(0);
  const error = answer as Error;
  expect(rejectUpstreamFailure(error, () => undefined)).toEqual({ code: 'upstream_unreachable' });
  expect(describeFailure(error)).toMatch(
    /^the upstream is at (127\.0\.0\.1|::1), which the gateway must not call \((127\.0\.0\.0\/8|::1)\) \(UPSTREAM_FORBIDDEN\)$/,
  );
});

test.each(['localhost', '127.0.0.1'])('calls %s by default', async (host) => {
  expect(await call(host, ['169.254.0.0/16'], false)).toEqual({ answer: 'served', calls: 1 });
});
