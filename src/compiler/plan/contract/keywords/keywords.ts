import { annotations } from './annotations.ts';
import { choices } from './choices/choices.ts';
import { conditions } from './conditions/conditions.ts';
import { items } from './items.ts';
import type { KeywordFamily } from './keyword-family.ts';
import { limits } from './limits.ts';
import { properties } from './properties.ts';
import { representation } from './representation.ts';
import { texts } from './texts.ts';
import { types } from './types.ts';
import { unevaluated } from './unevaluated.ts';
import { values } from './values.ts';

/** All families, in the order in which a comparison uses them. */
export const keywordFamilies: readonly KeywordFamily[] = [
  annotations,
  types,
  representation,
  unevaluated,
  values,
  choices,
  texts,
  limits,
  properties,
  items,
  conditions,
];

/** The families that implement a member. */
export function familiesWith(member: keyof KeywordFamily): readonly KeywordFamily[] {
  return keywordFamilies.filter((family) => family[member] !== undefined);
}

/** The families with subschemas, in the order in which the borders of the subschemas are collected. */
export const leadingFamilies: readonly KeywordFamily[] = [choices, conditions, items, properties];
