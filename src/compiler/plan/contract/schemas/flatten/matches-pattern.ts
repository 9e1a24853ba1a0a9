import { compilePattern } from '../../../../../openapi/schema/compile-pattern.ts';
import { mayMatchSlowly } from '../../../../../openapi/schema/slow-pattern.ts';
import { EntangledSchemasError } from '../entangled-schemas-error.ts';

/** Whether a text matches a regular expression, as the gateway reads it. Throws if that could take long. */
export function matchesPattern(pattern: string, text: string): boolean {
  if (mayMatchSlowly(pattern, text.length))
    throw new EntangledSchemasError(`The pattern ${pattern} takes too long for the schemas to be compared.`);
  return compilePattern(pattern).test(text);
}
