import { compilePattern } from '../../../../../openapi/schema/compile-pattern.ts';
import { mayMatchSlowly } from '../../../../../openapi/schema/slow-pattern.ts';

/** A text of at most so many characters is matched soon by any pattern. */
const short = 12;

/**
 * Whether a text matches a regular expression, as the gateway reads it. A pattern that could take long matches
 * everything, as an invalid one does, on both sides of a plan.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  if (text.length > short && mayMatchSlowly(pattern, text.length)) return true;
  return compilePattern(pattern).test(text);
}
