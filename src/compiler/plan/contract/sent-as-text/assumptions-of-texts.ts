import { isOfTexts, maxLengthOf, minLengthOf } from '#openapi/schema/formats.ts';
import type { AssumedTests } from '../keywords/facts/text-tests.ts';
import { tighteningPatterns } from '../keywords/texts.ts';
import type { BordersFound } from './border-texts.ts';

/** More tests are not combined. */
export const maxTests = 5;

/** The patterns and formats that texts may pass or not. */
export function testsIn({ patterns, formats }: BordersFound): {
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
} {
  return {
    patterns: tighteningPatterns(patterns, new Set()),
    formats: [...formats].filter(isOfTexts),
  };
}

/** Texts that are like no others: the only ones of their kind. */
const unique: ReadonlySet<string> = new Set(['', 'true', 'false']);

/** A number, which of all formats only `byte` may allow. */
const numeric = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,4})?$/;

/** Everything that may be true of texts that are read as the same value, or are as long, as a text. */
export function assumptionsOf(text: string, borders: BordersFound): readonly AssumedTests[] {
  if (unique.has(text)) return [];
  const { patterns, formats } = testsIn(borders);
  const { length } = [...text];
  const possible = formats.filter((format) => mayHaveFormat(text, format, length));
  return combinationsOf([...patterns, ...possible].length).map((passed) => ({
    text,
    patterns: new Map(patterns.map((pattern, index) => [pattern, passed[index] === true])),
    formats: new Map(
      formats.map((format) => [
        format,
        passed[patterns.length + possible.indexOf(format)] === true && possible.includes(format),
      ]),
    ),
  }));
}

function mayHaveFormat(text: string, format: string, length: number): boolean {
  if (numeric.test(text)) return format === 'byte';
  return length >= minLengthOf(format) && length <= maxLengthOf(format);
}

/** All lists of so many answers. */
function combinationsOf(count: number): readonly (readonly boolean[])[] {
  return Array.from({ length: 2 ** count }, (_, bits) =>
    Array.from({ length: count }, (__, index) => ((bits >> index) & 1) === 1),
  );
}
