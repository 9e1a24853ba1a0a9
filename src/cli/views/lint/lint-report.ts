import type { RuleDescription } from '../../../compiler/rule/define-rule.ts';
import type { Sources } from '../../../compiler/workspace/sources.ts';
import type { Diagnostic } from '../../../diagnostic/diagnostic.ts';
import type { Paint } from '../../io.ts';
import type { Contents } from '../render-counts.ts';

/** What `gatewright lint` has found, and what a format needs to tell it. */
export interface LintReport {
  /** Sorted by place. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Pick<Sources, 'files' | 'text' | 'textAt'>;
  /** Every rule that the format tells of; a diagnostic may also have a code that is no rule's. */
  readonly rules: readonly RuleDescription[];
  /** Of gatewright. */
  readonly version: string;
  /** What was checked; absent where the configuration cannot be used. */
  readonly contents?: Contents;
  /** A file of the sources as the report's reader names it, with `/` between segments. */
  readonly show: (file: string) => string;
  readonly paint: Paint;
}
