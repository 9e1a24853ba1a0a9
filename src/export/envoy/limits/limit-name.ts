import type { RateLimit } from '#compiled/manifest.ts';

/** What a limit counts by; each kind has its counters. */
export const limitKinds = ['subscription', 'application', 'address', 'api', 'operation'] as const;

export type LimitKind = (typeof limitKinds)[number];

/** The name of a limit by its numbers, so that all limits with the same numbers share one description: `60/minute/10`. */
export function limitName({ requests, unit, burst }: RateLimit): string {
  return `${requests}/${unit}/${burst}`;
}
