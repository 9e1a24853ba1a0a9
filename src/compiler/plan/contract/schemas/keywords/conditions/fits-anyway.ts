import { isJsonObject, type Json } from '../../../../../../compiled/json.ts';
import { appendPointer } from '../../../../../../source/place.ts';
import type { Located } from '../../flat-schema.ts';
import type { SchemaFacts } from '../../schema-fact.ts';
import type { SchemaMeaning } from '../../schema-meaning.ts';

/** Whether it is found that all values that are sent fit a condition of those who receive them. */
export function fitsAnyway(
  facts: SchemaFacts,
  keyword: string,
  condition: Located,
  meaning: SchemaMeaning,
): boolean {
  if (keyword !== 'dependentSchemas') return false;
  return dependentSchemas(condition).every(([name, schema, pointer]) => {
    const sent = [...objectsWith(name, facts, meaning), ...dependentOn(name, facts, meaning)];
    return meaning.isSentWithin(sent, schema, pointer, facts.direction);
  });
}

function senderOf({ direction }: SchemaFacts): 'base' | 'head' {
  return direction === 'request' ? 'base' : 'head';
}

/** What objects are sent with a property. */
function objectsWith(name: string, facts: SchemaFacts, meaning: SchemaMeaning): readonly Located[] {
  const side = senderOf(facts);
  const object = { type: 'object', required: [name] };
  return [...meaning.withoutConditions(facts[side], side), { value: object, pointer: '' }];
}

/** What the sender lets depend on a property. */
function dependentOn(name: string, facts: SchemaFacts, meaning: SchemaMeaning): readonly Located[] {
  const side = senderOf(facts);
  const conditions = facts[side].flat.conditions.get('dependentSchemas') ?? [];
  return conditions
    .flatMap(dependentSchemas)
    .filter(([own]) => own === name)
    .flatMap(([, schema, pointer]) => meaning.nodeOf(side, schema, pointer).parts);
}

/** Each schema with the property that it depends on, and its pointer. */
function dependentSchemas({
  value: { dependentSchemas: all },
  pointer,
}: Located): readonly (readonly [string, Json, string])[] {
  return Object.entries(isJsonObject(all) ? all : {}).map(([name, schema]) => [
    name,
    schema,
    appendPointer(pointer, 'dependentSchemas', name),
  ]);
}
