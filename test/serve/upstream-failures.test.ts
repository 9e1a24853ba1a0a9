// @module-tag full
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UpstreamFailureLog } from '#serve/observability/observe-calls.ts';
import type { GatewayEvent } from '#serve/served/gateway-event.ts';
import { freePort } from '../runtime/free-port.ts';
import { openUpstream } from '../runtime/upstream-in-test.ts';
import { fetchToken, start, writeSources } from './running-gateway.ts';

async function serve(upstreamUrl: string) {
  const { root } = await writeSources(upstreamUrl);
  const gateway = await start({ root, plainHttp: true });
  const authorization = `Bearer ${await fetchToken(gateway.gatewayUrl)}`;
  const call = async () => {
    const answer = await request(`${gateway.gatewayUrl}/dog_park/v1/dogs?secret=hidden`, {
      headers: { authorization },
    });
    await answer.body.dump();
    return { status: answer.statusCode, requestId: answer.headers['x-request-id'] };
  };
  const failures = () => gateway.events.filter(({ type }) => type === 'upstream-failed');
  return { ...gateway, call, failures };
}

describe('a failing upstream', () => {
  test('is reported once with its cause and the request ID, then with a count', async () => {
    const port = await freePort();
    const { call, close, failures } = await serve(`http://127.0.0.1:${port}`);
    const [first, , third] = [await call(), await call(), await call()];
    await close();
    const failed = {
      type: 'upstream-failed',
      api: 'DogPark/v1',
      upstream: `http://127.0.0.1:${port}`,
      status: 502,
      code: 'upstream_unreachable',
      cause: `connect ECONNREFUSED 127.0.0.1:${port}`,
    };
    expect(failures()).toEqual([
      { ...failed, count: 1, requestId: first.requestId },
      { ...failed, count: 2, requestId: third?.requestId },
    ]);
  });

  test('is reported if it responds like a gateway itself', async () => {
    const upstream = await openUpstream('dogs', (_request, response) => response.writeHead(503).end());
    onTestFinished(upstream.close);
    const { call, failures } = await serve(upstream.url);
    const { status, requestId } = await call();
    // The call ends after its response.
    while (failures().length === 0) await delay(5);
    expect(failures()).toEqual([
      {
        type: 'upstream-failed',
        api: 'DogPark/v1',
        upstream: upstream.url,
        status,
        cause: 'the upstream has responded with it',
        count: 1,
        requestId,
      },
    ]);
  });
});

test('at most fifty causes are reported in a minute; the rest are counted', async () => {
  const events: GatewayEvent[] = [];
  await using opened = new AsyncDisposableStack();
  const log = new UpstreamFailureLog((event) => void events.push(event), opened);
  const fail = (message: string) =>
    log.ended({
      rejected: 'upstream_invalid',
      failure: new Error(message),
      response: { headersSent: true, statusCode: 502 },
      responseStartedAt: 0,
      requestId: 'x',
      upgrade: undefined,
      upstream: undefined,
    });
  for (let index = 0; index < 60; index += 1) fail(`cause ${index}`);
  expect(events).toHaveLength(50);
  fail('cause 0');
  log.reportRepeated();
  expect(events.slice(50)).toEqual([
    expect.objectContaining({ type: 'upstream-failed', count: 1, cause: expect.stringContaining('cause 0') }),
    { type: 'warning', message: '10 calls failed at upstreams for further causes.' },
  ]);
  log.reportRepeated();
  log.reportRepeated();
  fail('cause 0');
  expect(events.slice(52)).toHaveLength(1);
});
