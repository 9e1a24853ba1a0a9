/** A finding of lint, for people who do not have the files at hand. */
export interface ReportedFinding {
  /** Whether lint reports it, or why it does not. */
  readonly status: 'reported' | 'suppressed' | 'inBaseline';
  readonly severity: 'error' | 'warning' | 'info';
  /** The name of the rule: `path-plural`. */
  readonly code: string;
  /** The problem, in one sentence. */
  readonly message: string;
  /** The help, in one sentence. */
  readonly help?: string;
  /** Relative to the root of the sources. */
  readonly file: string;
  /** Line and column as a person counts, from 1. */
  readonly line: number;
  readonly column: number;
}
