import { expect, test } from 'vitest';
import { describeUpstreamChange } from '../../../src/serve/generation/describe-upstream-change.ts';

test('says what becomes of calls', () => {
  const url = 'https://dogs.internal.example.edu/base';
  const changes = ['opened', 'closed', 'unhealthy', 'healthy'] as const;
  expect(changes.map((change) => describeUpstreamChange({ url, change }))).toEqual([
    `The upstream ${url} is left alone for a while, since too many of its calls have failed.`,
    `The upstream ${url} is called again, since a call of it went well.`,
    `The upstream ${url} fails its health check, and is called only where no other target is left.`,
    `The upstream ${url} passes its health check again.`,
  ]);
});
