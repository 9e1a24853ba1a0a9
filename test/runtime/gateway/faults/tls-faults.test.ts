// @module-tag full
import { describe, expect, onTestFinished, test } from 'vitest';
import { makeCertificates } from '#platform/keys/own-certificates.ts';
import { openUpstream } from '../../upstream-in-test.ts';
import { failingHandshakes, openFailingHandshake } from './failing-handshake.ts';
import { dogs, openFaultyGateway } from './faulty-gateway.ts';

const longAgo = Date.parse('2001-01-01T00:00:00Z');

interface UpstreamTls {
  /** Whom the certificate is for. */
  readonly names: readonly string[];
  readonly madeAt: number;
  readonly isTrusted: boolean;
}

/** Besides the upstream there may be another target, which is called first. */
async function open({ names, madeAt, isTrusted }: UpstreamTls, first: readonly string[] = []) {
  const { certificate, key, ca } = await makeCertificates([...names], madeAt);
  const asked: string[] = [];
  const upstream = await openUpstream(
    'tls',
    (request, response) => {
      asked.push(request.url ?? '');
      response.end('ok');
    },
    { cert: certificate, key },
  );
  const gateway = await openFaultyGateway(
    { url: upstream.url, openConnections: upstream.openConnections },
    {
      endpoint: {
        ...(isTrusted ? { ca: { fromEnv: 'UPSTREAM_CA' } } : {}),
        ...(first.length > 0 ? { targets: [...first, upstream.url] } : {}),
      },
      secrets: { UPSTREAM_CA: ca },
    },
  );
  onTestFinished(async () => {
    await gateway.expectNothingLeft();
    await gateway.close();
    await upstream.close();
  });
  return { gateway, asked, url: upstream.url, ca };
}

const good: UpstreamTls = { names: ['127.0.0.1'], madeAt: Date.now(), isTrusted: true };

describe('an upstream whose certificate', () => {
  test.each([
    ['has run out', { ...good, madeAt: longAgo }],
    ['is for another host', { ...good, names: ['other.example.edu'] }],
    ['is from nobody we trust', { ...good, isTrusted: false }],
  ])('%s is sent nothing', async (_what, tls) => {
    const { gateway, asked } = await open(tls);
    expect(await gateway.outcome('GET', dogs)).toBe('502 upstream_unreachable');
    expect(await gateway.outcome('POST', dogs, 'x'.repeat(1_000_000))).toBe('502 upstream_unreachable');
    expect(asked).toEqual([]);
    expect(gateway.faults).toEqual([]);
  });

  test('is good is called', async () => {
    const { gateway, asked } = await open(good);
    await gateway.expectWell();
    expect(asked).toEqual(['/dogs']);
  });

  test('is not trusted is left for another target, whatever the method', async () => {
    const bad = await open({ ...good, isTrusted: false });
    const { gateway, asked } = await open(good, [bad.url]);
    expect(await gateway.outcome('POST', dogs)).toBe('200 ok');
    expect([bad.asked, asked]).toEqual([[], ['/dogs']]);
  });
});

describe.each(failingHandshakes)('an upstream that %s in the TLS handshake', (_how, act) => {
  test.each([
    ['GET', undefined],
    ['POST', 'x'.repeat(300_000)],
  ])('leaves %s to another target', async (method, body) => {
    const bad = await openFailingHandshake(act);
    const { gateway, asked } = await open(good, [bad.url]);
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => gateway.outcome(method, dogs, body)));
    expect(outcomes).toEqual(Array(4).fill('200 ok'));
    expect(asked).toEqual(Array(4).fill('/dogs'));
    await bad.close();
  });
});
