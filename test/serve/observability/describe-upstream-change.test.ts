import { expect, test } from 'vitest';
import { describeUpstreamChange } from '#serve/observability/describe-upstream-change.ts';

test('says what becomes of calls', () => {
  const url = 'https://dogs.internal.example.edu/base';
  const changes = ['opened', 'closed', 'unhealthy', 'healthy'] as const;
  expect(changes.map((change) => describeUpstreamChange({ url, change }))).toEqual([
    `The upstream ${url} is not called for a while: its circuit is open after too many failed calls.`,
    `The upstream ${url} is called again: its circuit is closed after a successful call.`,
    `The upstream ${url} fails its health check and is called only if no other target is left.`,
    `The upstream ${url} passes its health check again.`,
  ]);
});
