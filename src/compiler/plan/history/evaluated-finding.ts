import type { Diagnostic } from '#diagnostic/diagnostic.ts';

/** A finding about changes; an error forbids them. */
export interface EvaluatedFinding extends Diagnostic {
  /** A sentence about who is affected. */
  readonly impact?: string;
  /** The fingerprint by which it can be approved; empty if it cannot be approved. */
  readonly changes: readonly string[];
  /** The fingerprints of the changes that it is about. */
  readonly ofChanges?: readonly string[];
  /** Whether its location is in base, since head has none. */
  readonly isInBase?: true;
  /** Of a finding that a check is weakened. */
  readonly sensitive?: 'checks';
}
