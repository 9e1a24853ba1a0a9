import type { Diagnostic } from '#diagnostic/diagnostic.ts';
import type { Place } from '#source/place.ts';
import type { RuleDescription } from './define-rule.ts';
import { toDiagnostic } from '#compiler/workspace/finding.ts';
import type { Sources } from '#compiler/workspace/sources.ts';

/**
 * Reports a crashed rule as an error, since nothing may be compiled without its findings; findings of other rules are
 * still useful.
 */
export function describeCrash(
  { name }: RuleDescription,
  error: unknown,
  at: Place,
  sources: Sources,
): Diagnostic {
  const cause = error instanceof Error ? error.message : String(error);
  const finding = {
    at,
    message: `The rule ${name} failed: ${cause.replace(/\.$/, '')}.`,
    help: 'This is a bug in gatewright; please report it, with the declarations that cause it.',
  };
  return toDiagnostic('rule-crash', 'error', finding, sources);
}
