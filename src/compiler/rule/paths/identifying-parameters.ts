import type { PathNode } from '../../../openapi/model.ts';
import type { PathSegment } from '../../../openapi/path-segment.ts';
import { readWords, splitWords } from '../words/split-words.ts';
import { numberOf } from '../words/word-number.ts';

/** Last words of names that identify what comes before them. */
const identifyingWords = new Set(['id', 'uuid', 'guid', 'identifier']);

/** Last words of names that mean a value, not a resource: a year has no identifier, it is one. */
export const valueWords = readWords(`
  year month week day date hour minute time quarter season
  page offset limit count size amount position index rank round
  version revision level floor zoom latitude longitude lat lon lng
  port radius format extension query term
`);

/**
 * The names of the parameters of a segment that identify one resource: those called an id, and those that follow a
 * plural (`/dogs/{name}`). A name whose last word is among `values` does not identify.
 */
export function identifyingParameters(
  path: PathNode,
  segment: PathSegment,
  values: ReadonlySet<string>,
): readonly string[] {
  return segment.parameters.filter((name) => {
    const word = lastWord(name);
    if (identifyingWords.has(word)) return true;
    return segment.form !== 'mixed' && !values.has(word) && followsPlural(path, segment);
  });
}

function followsPlural({ segments }: PathNode, segment: PathSegment): boolean {
  const before = segments[segments.indexOf(segment) - 1];
  return before?.form === 'static' && numberOf(before.text) === 'plural';
}

/** `id` of `dogId`, `dog_id` and `dog-id`. */
export function lastWord(name: string): string {
  return splitWords(name).at(-1)?.toLowerCase() ?? '';
}
