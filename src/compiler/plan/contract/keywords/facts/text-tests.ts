import type { Json } from '#compiled/json.ts';
import { anything, compilePattern } from '#openapi/schema/compile-pattern.ts';
import { isOfFormat } from '#openapi/schema/formats.ts';
import { mayMatchSlowly } from '#openapi/schema/slow-pattern.ts';

/** Assumed results of tests of one text, by pattern and by format. */
export interface AssumedTests {
  readonly text: string;
  readonly patterns: ReadonlyMap<string, boolean>;
  readonly formats: ReadonlyMap<string, boolean>;
}

export function matchesAssumed(pattern: string, text: string, assumed?: AssumedTests): boolean {
  const known = assumed?.text === text ? assumed.patterns.get(pattern) : undefined;
  return known ?? matchesPattern(pattern, text);
}

export function isOfAssumedFormat(format: string, value: Json, assumed?: AssumedTests): boolean {
  const known = assumed?.text === value ? assumed.formats.get(format) : undefined;
  return known ?? isOfFormat(value, format);
}

/** The maximum length of a text that any pattern matches quickly. */
const short = 12;

/**
 * Whether a text matches a pattern, as in the gateway. A pattern that may be slow, or is invalid, matches every text,
 * on both sides of a plan.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  if (text.length > short && mayMatchSlowly(pattern, text.length)) return true;
  return compilePattern(pattern).test(text);
}

/** Whether certainly no text matches both patterns, since they begin with different characters. */
export function beginDifferently(one: string, other: string): boolean {
  const [first, second] = [beginningOf(one), beginningOf(other)];
  return !first.startsWith(second) && !second.startsWith(first);
}

/**
 * The characters with which every match begins; empty if they are unknown, or if the pattern is invalid, which the
 * gateway ignores.
 */
function beginningOf(pattern: string): string {
  if (pattern.includes('|') || compilePattern(pattern) === anything) return '';
  return /^\^((?:[\w-](?![*?{]))+)/.exec(pattern)?.[1] ?? '';
}
