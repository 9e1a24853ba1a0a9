import { isJsonObject, type JsonObject } from '#compiled/json.ts';
import type { Choice, Located } from '../../keywords/facts/flat-schema.ts';
import { conditionKeywords } from '../../keywords/facts/schema-keywords.ts';

/**
 * The keywords to omit from a leaf: `allOf` and `$ref`, whose schemas are leaves of their own, and the choices that are
 * not in `remaining`.
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

/** The keywords whose effect depends on the value as a whole. */
export const wholeKeywords = [...choiceKeywords({}, []), ...unevaluatedKeywords, ...conditionKeywords.flat()];

/**
 * The keywords to omit from a leaf because they only restrict properties with other names: the leaf, or the schemas
 * that it includes, declare all of `names`.
 */
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
