import type { Place } from '../source/place.ts';

/** What JSON and YAML can both say. */
type FixValue = string | number | boolean | null | readonly FixValue[] | { readonly [key: string]: FixValue };

/** One change that fixes a finding and changes no caller's contract. */
export type FixStep<At = Place> =
  /** Gives the mapping at `at` a member that it lacks. */
  | { readonly type: 'add-member'; readonly at: At; readonly key: string; readonly value: FixValue }
  /** Writes another value in the place of the one at `at`. */
  | { readonly type: 'replace-value'; readonly at: At; readonly value: FixValue };

/** How a finding is fixed: all steps, or none. */
export interface Fix<At = Place> {
  /** What the fix does, as an order: `Add format: date-time`. */
  readonly title: string;
  readonly steps: readonly FixStep<At>[];
}
