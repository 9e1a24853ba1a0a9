import { expect, test } from 'vitest';
import type { RateLimit } from '#compiled/manifest.ts';
import {
  describeAllowance,
  describeSharedAllowance,
  describeLimit,
  describeLimitChange,
  describeDuration,
  describeSize,
} from '#compiler/plan/wording/describe-quantity.ts';
import { timeOf, describeValue, hideCredentials } from '#compiler/plan/wording/describe-value.ts';

test.each([
  [0, '0 ms'],
  [1, '1 ms'],
  [1000, '1 second'],
  [90_000, '90 seconds'],
  [3_600_000, '1 hour'],
  [1_209_600_000, '14 days'],
])('%d ms are %s', (milliseconds, text) => {
  expect(describeDuration(milliseconds)).toBe(text);
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1500, '1500 bytes'],
  [2048, '2 KiB'],
  [10_485_760, '10 MiB'],
])('%d bytes are %s', (bytes, text) => {
  expect(describeSize(bytes)).toBe(text);
});

test('the first second of a day is shown as a date', () => {
  expect([0, 1, 1_800_000_000].map(timeOf)).toEqual([
    '1970-01-01',
    '1970-01-01T00:00:01Z',
    '2027-01-15T08:00:00Z',
  ]);
});

test('a setting is shown with its unit and without credentials', () => {
  const shown = [
    describeValue('timeoutMs', 1500),
    describeValue('lifetimeSeconds', 60),
    describeValue('http2', false),
    describeValue('dn', ''),
    describeValue('ca', { fromFile: 'ca.pem' }),
    describeValue('keys', []),
    describeValue('keys', [{ key: { fromEnv: 'KEY' }, use: 'sign' }, { use: 'verify' }]),
    describeValue('ca', undefined),
  ];
  expect(shown).toEqual([
    '1500 ms',
    '1 minute',
    'off',
    '""',
    'file ca.pem',
    'none',
    'key env KEY, use sign; use verify',
    'none',
  ]);
  expect(hideCredentials('ldap://me:a@b@host/x@y, http://you@host')).toBe(
    'ldap://***@host/x@y, http://***@host',
  );
});

test('a change of a limit names only what differs', () => {
  const limit = (requests: number, rest: Partial<RateLimit> = {}): RateLimit => ({
    requests,
    unit: 'minute',
    burst: requests,
    whenUnavailable: 'refuse',
    ...rest,
  });
  const pairs: readonly (readonly [RateLimit | undefined, RateLimit | undefined])[] = [
    [undefined, limit(1)],
    [limit(2, { burst: 1, whenUnavailable: 'allow' }), undefined],
    [limit(2), limit(1)],
    [limit(2), limit(2, { unit: 'hour' })],
    [limit(2, { burst: 9 }), limit(2)],
    [limit(2), limit(2, { whenUnavailable: 'allow' })],
    [limit(2, { burst: 9 }), limit(3, { burst: 1, whenUnavailable: 'allow' })],
  ];
  const told = pairs.map(([before, after]) => [
    describeLimit(after),
    describeLimitChange(before, after),
    describeAllowance(before, after, 'Dogs/v1'),
    describeSharedAllowance(before, after, 'Dogs/v1'),
  ]);
  expect(told).toMatchInlineSnapshot(`
    [
      [
        "1 request a minute",
        "unlimited → 1 request a minute",
        "can make 1 request a minute of Dogs/v1 instead of any number",
        "shares 1 request a minute of Dogs/v1 with all others instead of any number",
      ],
      [
        "unlimited",
        "2 requests a minute, 1 at once, allowed while counting is unavailable → unlimited",
        "can make any number of requests of Dogs/v1 instead of 2 a minute",
        "can make any number of requests of Dogs/v1 instead of sharing 2 a minute with all others",
      ],
      [
        "1 request a minute",
        "2 → 1 request a minute",
        "can make 1 request a minute of Dogs/v1 instead of 2",
        "shares 1 request a minute of Dogs/v1 with all others instead of 2",
      ],
      [
        "2 requests an hour",
        "2 requests a minute → 2 requests an hour",
        "can make 2 requests an hour of Dogs/v1 instead of 2 a minute",
        "shares 2 requests an hour of Dogs/v1 with all others instead of 2 a minute",
      ],
      [
        "2 requests a minute",
        "9 → 2 at once",
        "can make 2 requests of Dogs/v1 at once instead of 9",
        "can make 2 requests of Dogs/v1 at once instead of 9",
      ],
      [
        "2 requests a minute, allowed while counting is unavailable",
        "rejected → allowed while counting is unavailable",
        "has calls of Dogs/v1 allowed while counting is unavailable",
        "has calls of Dogs/v1 allowed while counting is unavailable",
      ],
      [
        "3 requests a minute, 1 at once, allowed while counting is unavailable",
        "2 → 3 requests a minute, 9 → 1 at once, rejected → allowed while counting is unavailable",
        "can make 3 requests a minute of Dogs/v1 instead of 2",
        "shares 3 requests a minute of Dogs/v1 with all others instead of 2",
      ],
    ]
  `);
});
