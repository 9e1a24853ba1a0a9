import { limitKinds, type LimitKind } from './limit-name.ts';

/** The headers by which the filter for limits learns the limit of a kind that a call has, and whose calls are counted. */
export function limitHeaders(kind: LimitKind) {
  return { limit: `x-gatewright-limit-${kind}`, subject: `x-gatewright-subject-${kind}` } as const;
}

/** The headers of all kinds, which are not for upstreams. */
export const allLimitHeaders: readonly string[] = limitKinds.flatMap((kind) =>
  Object.values(limitHeaders(kind)),
);
