import type { KeySetName } from '#compiled/manifest.ts';
import { countOf, formatCount, wordFor } from './quantities.ts';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** The texts of the status of an API version. */
export const statusTexts = {
  title: 'Status',
  kinds: {
    available: 'Available',
    degraded: 'Degraded',
    unavailable: 'Unavailable',
    'not-called': 'Not called lately',
    unknown: 'Unknown at the moment',
  },
  answering: (answering: number, all: number) =>
    `${formatCount(answering)} of ${countOf(all, 'target')} ${wordFor(answering, 'answers', 'answer')}`,
  failed: (share: number) => `${percent.format(share)} of the last calls failed at the service`,
  calls: (calls: number, failures: number) =>
    `In this hour and the one before, ${countOf(calls, 'call')} reached the service or should have; ${formatCount(failures)} failed there.`,
  targets: (keySet: KeySetName) => `Targets of ${keySet} keys`,
  moreTargets: (count: number) => `… and ${countOf(count, 'more target')}.`,
  columns: { target: 'Target', state: 'State' },
  states: {
    open: 'Not called for a while, after too many failed calls',
    healthy: 'Passes its health check',
    unhealthy: 'Fails its health check; called only if no other target is left',
    unprobed: 'Its first health check has not ended yet',
    unchecked: 'Has no health check',
    unknown: 'Unknown at the moment',
  },
} as const;
