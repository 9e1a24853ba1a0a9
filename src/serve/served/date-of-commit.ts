/**
 * When a commit was made, as far as it can be believed: whoever makes a commit chooses its date. Undefined if it has no date
 * that is a number. `committedAt` and `now` are in milliseconds since 1970-01-01T00:00:00Z; so is the result, which lies
 * between 0 and `now`.
 */
export function dateOfCommit(committedAt: number | undefined, now: number): number | undefined {
  if (committedAt === undefined || !Number.isFinite(committedAt)) return undefined;
  return Math.max(0, Math.min(committedAt, now));
}
