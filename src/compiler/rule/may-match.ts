import { isQuickFor } from '#openapi/schema/slow-pattern.ts';

/**
 * Whether a text may match a pattern. Also true if matching would take too long, or if the pattern is not a regular
 * expression, which another rule reports.
 */
export function mayMatch(text: string, pattern: string): boolean {
  if (!isQuickFor(pattern, text.length)) return true;
  const compiled = ['', 'u'].flatMap((mode) => compile(pattern, mode));
  return compiled.length === 0 || compiled.some((expression) => expression.test(text));
}

function compile(pattern: string, mode: string): readonly RegExp[] {
  try {
    return [new RegExp(pattern, mode)];
  } catch {
    return [];
  }
}
