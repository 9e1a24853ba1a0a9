import type { Place } from '#source/place.ts';

/** A value that both JSON and YAML can represent. */
type FixValue = string | number | boolean | null | readonly FixValue[] | { readonly [key: string]: FixValue };

/** One change that fixes a finding and changes no caller's contract. */
export type FixStep<At = Place> =
  /** Adds a missing member to the mapping at `at`. */
  | { readonly type: 'add-member'; readonly at: At; readonly key: string; readonly value: FixValue }
  /** Replaces the value at `at`. */
  | { readonly type: 'replace-value'; readonly at: At; readonly value: FixValue };

/** How to fix a finding: all steps, or none. */
export interface Fix<At = Place> {
  /** The action of the fix, as an imperative: `Add format: date-time`. */
  readonly title: string;
  readonly steps: readonly FixStep<At>[];
}
