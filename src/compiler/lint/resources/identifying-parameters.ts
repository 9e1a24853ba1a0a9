import pluralize from 'pluralize';
import type { PathNode } from '#openapi/model.ts';
import type { PathSegment } from '#openapi/path-segment.ts';
import { haveSameWords, readWords, splitWords } from '#compiler/rule/words/split-words.ts';
import { numberOf } from '#compiler/rule/words/word-number.ts';

/** Words that make a name an identifier, as its last word (`dogId`) or its first one (`idDog`). */
const identifyingWords = new Set(['id', 'uuid', 'guid', 'identifier']);

/** Last words of names for plain values, such as a year, which do not identify a resource. */
export const valueWords = readWords(`
  year month week day date hour minute time quarter season
  page offset limit count size amount position index rank round
  version revision level floor zoom latitude longitude lat lon lng
  port radius format extension query term
`);

/** First words of names that count something: `/retries/{numRetries}`. */
const countingWords = new Set(['num', 'max', 'min', 'total']);

/**
 * The names of a segment's parameters that identify one resource: names with a word such as `id`, and names that follow
 * a plural (`/dogs/{name}`). A name whose last word is in `values` does not identify a resource.
 */
export function identifyingParameters(
  path: PathNode,
  segment: PathSegment,
  values: ReadonlySet<string>,
): readonly string[] {
  return segment.parameters.filter((name) => {
    const [word, first] = [lastWord(name), splitWords(name)[0]?.toLowerCase() ?? ''];
    if (identifyingWords.has(word) || isJoinedId(word)) return true;
    if (countingWords.has(first)) return false;
    const isValue = values.has(word) && !(kinds.has(word) && isNamedAs(name, path, segment));
    if (identifyingWords.has(first)) return !isValue;
    return segment.form !== 'mixed' && !isValue && followsPlural(path, segment);
  });
}

/** Values that identify a resource in a collection of the same name: `/event_types/{eventType}`. */
const kinds = new Set(readWords('type platform episode frame fragment step'));

/** Whether a parameter has the singular name of the collection before it, with or without a leading `id`. */
export function isNamedAs(name: string, { segments }: PathNode, segment: PathSegment): boolean {
  const before = segments[segments.indexOf(segment) - 1]?.text ?? '';
  return haveSameWords(name.replace(/^id[_-]/i, ''), pluralize.singular(before));
}

const otherWordsInId = new Set(
  readWords(`
    android asteroid avoid braid centroid covid cuboid ellipsoid fluid geoid hybrid humanoid invalid liquid orchid
    plaid polaroid postpaid prepaid pyramid rapid solid squid steroid unpaid valid vivid
  `),
);

/** Whether a word ends in `id` without a separator, such as `gameid`. */
function isJoinedId(word: string): boolean {
  return /^[a-z]{3,}id$/.test(word) && !otherWordsInId.has(word);
}

function followsPlural({ segments }: PathNode, segment: PathSegment): boolean {
  const before = segments[segments.indexOf(segment) - 1];
  return before?.form === 'static' && numberOf(before.text) === 'plural';
}

/** Returns `id` for `dogId`, `dog_id` and `dog-id`. */
export function lastWord(name: string): string {
  return splitWords(name).at(-1)?.toLowerCase() ?? '';
}

/** Whether an element of a path is an access token, which identifies nothing. */
export function isToken(text: string): boolean {
  return /^\{(access|auth|authentication|bearer|oauth)[_-]?token\}$/i.test(text);
}
