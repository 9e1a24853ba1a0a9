import type { JsonObject } from '../../../../../compiled/json.ts';
import type { Choice } from '../flat-schema.ts';
import { conditionKeywords } from '../schema-keywords.ts';

/**
 * The keywords that are left out of a leaf where one choice, or each of them, is compared, and others are kept: what is
 * included by reference, and the only alternative of a choice, is a leaf of its own.
 */
export function choiceKeywords(leaf: JsonObject, kept: readonly Choice[], only?: Choice): readonly string[] {
  const own = kept.filter((choice) => choice.leaf === leaf);
  const has = (isExclusive: boolean) => own.some((choice) => choice.isExclusive === isExclusive);
  return [
    'allOf',
    '$ref',
    ...(only && leaf !== only.leaf ? [] : ['discriminator']),
    ...(has(true) ? [] : ['oneOf']),
    ...(has(false) ? [] : ['anyOf']),
  ];
}

export const unevaluatedKeywords = ['unevaluatedProperties', 'unevaluatedItems'];

/** The keywords that depend on a value as a whole. */
export const wholeKeywords = [...choiceKeywords({}, []), ...unevaluatedKeywords, ...conditionKeywords.flat()];
