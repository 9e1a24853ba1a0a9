import type { RateLimit } from '#compiled/manifest.ts';

/** The kinds of limits, by the subject that they count for. Each kind has its own counters. */
export const limitKinds = ['subscription', 'application', 'address', 'api', 'operation'] as const;

export type LimitKind = (typeof limitKinds)[number];

/** The name of a limit by its numbers, so that all limits with the same numbers share one description: `60/minute/10`. */
export function limitName({ requests, unit, burst }: RateLimit): string {
  return `${requests}/${unit}/${burst}`;
}
