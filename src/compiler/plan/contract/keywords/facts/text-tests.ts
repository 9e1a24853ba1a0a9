import type { Json } from '#compiled/json.ts';
import { anything, compilePattern } from '#openapi/schema/compile-pattern.ts';
import { isOfFormat } from '#openapi/schema/formats.ts';
import { mayMatchSlowly } from '#openapi/schema/slow-pattern.ts';

/** Assumptions about any text: whether it matches some patterns and has some formats. */
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

/** Whether it is plain that no text matches two patterns, since these begin with different characters. */
export function beginDifferently(one: string, other: string): boolean {
  const [first, second] = [beginningOf(one), beginningOf(other)];
  return !first.startsWith(second) && !second.startsWith(first);
}

/** The characters with which every match begins; the gateway ignores an invalid pattern. */
function beginningOf(pattern: string): string {
  if (pattern.includes('|') || compilePattern(pattern) === anything) return '';
  return /^\^((?:[\w-](?![*?{]))+)/.exec(pattern)?.[1] ?? '';
}
