import { compilePattern } from '../../../../../openapi/schema/compile-pattern.ts';

/** Whether a text matches a regular expression, as the gateway reads it. */
export function matchesPattern(pattern: string, text: string): boolean {
  return compilePattern(pattern).test(text);
}
