import { isJsonObject, omit, type Json, type JsonObject } from '#compiled/json.ts';
import { mapAll, takeAny } from './caller-views.ts';
import type { Schemas } from './near-schemas.ts';

/** The schemas as if a value could fit several alternatives of `oneOf`. */
export function withOverlaps(schemas: Schemas): Schemas {
  return mapAll(schemas, takeAny);
}

/** The schemas without alternatives that are the same on both sides, next to others that differ. */
export function withChangedAlternatives({ root, components }: Schemas, changed: ReadonlySet<Json>): Schemas {
  return { root: keepChanged(root, changed), components: keepChanged(components, changed) as JsonObject };
}

function keepChanged(value: Json, changed: ReadonlySet<Json>): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => keepChanged(item, changed));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([keyword, member]): [string, Json] => {
    if (keyword === 'not' || keyword === 'if') return [keyword, member];
    const isChoice = (keyword === 'oneOf' || keyword === 'anyOf') && Array.isArray(member);
    const kept = isChoice ? (member as readonly Json[]).filter((one) => changed.has(one)) : [];
    return [keyword, keepChanged(kept.length > 0 ? kept : member, changed)];
  });
  return Object.fromEntries(entries);
}

const conditionKeywords = [
  ['not'],
  ['if', 'then', 'else'],
  ['contains', 'minContains'],
  ['propertyNames'],
  ['dependentRequired'],
  ['dependentSchemas'],
];

export function withoutConditions(schemas: Schemas): Schemas {
  return without(schemas, conditionKeywords.flat());
}

/** The schemas without conditions of one kind, each: a change may be in one of another kind. */
export const withoutOneCondition = conditionKeywords.map(
  (keywords) => (schemas: Schemas) => without(schemas, keywords),
);

function without(schemas: Schemas, keywords: readonly string[]): Schemas {
  const names = new Set(keywords);
  return mapAll(schemas, (schema): JsonObject => omit(schema, names));
}

const texts = new Set(['pattern', 'format', 'multipleOf']);

/** A schema without what is not compared with other keywords, unless other schemas, as text, have the same. */
export function withoutOtherTexts(schema: Json, others: string): Json {
  const drop = (keyword: string, value: Json): Json | undefined =>
    texts.has(keyword) && !others.includes(`"${keyword}":${JSON.stringify(value)}`) ? undefined : value;
  return JSON.parse(JSON.stringify(schema, drop)) as Json;
}

/** The schemas without what is not compared with other keywords. */
export function withoutTexts(schemas: Schemas): Schemas {
  return withoutTextKeywords(schemas, texts);
}

/** The schemas without one of these keywords, each: with the others, it may leave no value. */
export const withoutOneText = [...texts].map(
  (keyword) => (schemas: Schemas) => withoutTextKeywords(schemas, new Set([keyword])),
);

function withoutTextKeywords(schemas: Schemas, keywords: ReadonlySet<string>): Schemas {
  return mapAll(schemas, ({ propertyNames: names, ...schema }) => ({
    ...omit(schema, keywords),
    ...(names !== undefined && { propertyNames: isJsonObject(names) ? omit(names, keywords) : names }),
  }));
}

export function withoutLeastCounts(schemas: Schemas): Schemas {
  return without(schemas, ['required', 'minProperties', 'minItems']);
}

export function withoutRequired(schemas: Schemas): Schemas {
  return without(schemas, ['required']);
}

/** The schemas as if objects could have any other properties. */
export function withoutClosed(schemas: Schemas): Schemas {
  return without(schemas, ['additionalProperties', 'unevaluatedProperties']);
}

const deciding = ['if', 'anyOf', 'oneOf', 'dependentSchemas'];

/** The schemas without what applies to properties and items that are not evaluated, where that depends on the value. */
export function withoutUnevaluated(schemas: Schemas): Schemas {
  return mapAll(schemas, (schema) => {
    const dependsOnValue = deciding.some((keyword) => JSON.stringify(schema).includes(`"${keyword}":`));
    return dependsOnValue ? omit(schema, new Set(['unevaluatedProperties', 'unevaluatedItems'])) : schema;
  });
}
