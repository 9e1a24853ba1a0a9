import type { Diagnostic } from '#diagnostic/diagnostic.ts';

/** A finding about changes; with severity `error`, it rejects them. */
export interface EvaluatedFinding extends Diagnostic {
  /** A sentence about who is affected. */
  readonly impact?: string;
  /** The fingerprint that an approval must name; empty if the finding cannot be approved. */
  readonly changes: readonly string[];
  /** The fingerprints of the changes that the finding is about. */
  readonly ofChanges?: readonly string[];
  /** Set if the location is in base because head does not contain it. */
  readonly isInBase?: true;
  /** Set if the finding reports a weakened check. */
  readonly sensitive?: 'checks';
}
