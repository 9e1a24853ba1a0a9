import type { Drift } from '#runtime/ports/drift.ts';
import type { Proposal } from '#runtime/ports/proposals.ts';
import type { UsageIncrement } from '#runtime/ports/usage-store.ts';
import { now } from './publisher-in-test.ts';

const day = 86_400_000;

/** Calls of DogWalker, today and three days ago, and one that is too old to count. */
export const usageOfDogs: readonly UsageIncrement[] = [0, 3, 20].map((ago) => ({
  application: 'DogWalker',
  api: 'DogPark/v1',
  keySet: 'production',
  start: now - ago * day,
  requests: 1000,
  rejections: { rate_limited: 20 },
  responses: { '2xx': 980 },
  fromConsole: 0,
  limitUsed: ago === 3 ? 1 : 0.4,
}));

export const driftOfDogs: readonly Drift[] = [
  {
    api: 'DogPark/v1',
    operation: 'GET /parkDogs',
    direction: 'response',
    status: 200,
    violations: ['/name must be string.', '<img src=x onerror=alert(1)>'],
  },
  {
    api: 'CatApi/v2.5',
    operation: 'GET /cats',
    direction: 'request',
    violations: ['limit must be integer.'],
  },
];

/** An open proposal of somebody else about a subscription, except for some fields. */
export function proposalOf(changes: Partial<Proposal> = {}): Proposal {
  const subject = changes.subject ?? {
    aspect: 'subscription',
    application: 'CatFeeder',
    api: 'DogPark/v10',
  };
  return {
    branch: 'proposals/eve/subscribe',
    commit: '0123456789abcdef0123456789abcdef01234567',
    title: 'Subscribe <CatFeeder> to DogPark/v10',
    person: { id: 'user:eve', name: 'Eve <b>' },
    subject,
    apis: subject.api === undefined ? [] : [subject.api],
    proposedAt: Date.parse('2026-06-14T08:00:00Z'),
    state: 'open',
    link: { kind: 'review', url: 'https://git.example.edu/pulls/7' },
    ...changes,
  };
}
