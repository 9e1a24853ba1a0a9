import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import type { Choice, Located } from '../../keywords/facts/flat-schema.ts';
import { conditionKeywords } from '../../keywords/facts/schema-keywords.ts';

/**
 * The keywords that are left out of a leaf, of whose choices some are kept: all of them, or those but one that is compared.
 * What is included by reference, and the only alternative of a choice, is a leaf of its own.
 */
export function choiceKeywords(
  leaf: JsonObject,
  remaining: readonly Choice[],
  only?: Choice,
): readonly string[] {
  const own = remaining.filter((choice) => choice.leaf === leaf);
  const has = (isExclusive: boolean) => own.some((choice) => choice.isExclusive === isExclusive);
  const isOther = only !== undefined && leaf !== only.leaf;
  return [
    'allOf',
    '$ref',
    ...(isOther || own.length > 0 ? [] : ['discriminator']),
    ...(has(true) ? [] : ['oneOf']),
    ...(has(false) ? [] : ['anyOf']),
  ];
}

export const unevaluatedKeywords = ['unevaluatedProperties', 'unevaluatedItems'];

/** The keywords that depend on a value as a whole. */
export const wholeKeywords = [...choiceKeywords({}, []), ...unevaluatedKeywords, ...conditionKeywords.flat()];

/** The keywords of a leaf that say nothing of properties with these names, since it or what it includes declares them. */
export function restKeywords(
  names: readonly string[],
  leaf: JsonObject,
  included: readonly Located[],
): readonly string[] {
  const areIn = (parts: readonly JsonObject[]) =>
    names.every((name) =>
      parts.some(({ properties }) => isJsonObject(properties) && Object.hasOwn(properties, name)),
    );
  return [
    ...(areIn([leaf]) ? ['additionalProperties'] : []),
    ...(areIn(included.map(({ value }) => value)) ? ['unevaluatedProperties'] : []),
  ];
}
