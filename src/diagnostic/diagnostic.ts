import type { SourceLocation } from '../source/source-location.ts';
import type { Fix } from './fix.ts';

export type Severity = 'error' | 'warning' | 'info';

/** Another place that explains a finding: `referenced from`, `first declared here`. */
interface RelatedLocation {
  readonly message: string;
  readonly at: SourceLocation;
}

/** Something wrong in a user's files, and where. */
export interface Diagnostic {
  /** The name of the rule: `api-context-format`, `yaml-syntax`. */
  readonly code: string;
  readonly severity: Severity;
  /** One sentence: what is wrong. */
  readonly message: string;
  /** One sentence: what to do. */
  readonly help?: string;
  /** The key or value at fault. */
  readonly at: SourceLocation;
  readonly related?: readonly RelatedLocation[];
  /** References that lead to what is at fault, beside those among `related`. */
  readonly moreUses?: number;
  /** It would be an error, but taking access away can lead to it: a command that adds something refuses it. */
  readonly lowered?: true;
  /** How to mend it, where that is safe. */
  readonly fix?: Fix;
  /** The text at `at` may be a secret: a view masks the whole line. */
  readonly secret?: true;
}
