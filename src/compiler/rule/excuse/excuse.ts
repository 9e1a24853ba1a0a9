import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import type { SourceLocation } from '../../../source/source-location.ts';

/** Something that was written so that findings of a rule are not reported. */
export interface Excuse {
  readonly rule: string;
  /** Where it was written. */
  readonly at: SourceLocation;
  /** Whether a finding of the rule is among those meant. */
  readonly covers: (finding: Diagnostic) => boolean;
}
