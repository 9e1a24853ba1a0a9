import { isJsonObject, type Json } from '#compiled/json.ts';
import { appendPointer } from '#source/place.ts';
import type { Located } from '../facts/flat-schema.ts';
import { isRejected } from '../property-facts.ts';
import type { SchemaFacts } from '../facts/schema-fact.ts';
import type { SchemaMeaning } from '../facts/schema-meaning.ts';
import { separateTypes } from '../facts/schema-types.ts';

/** Whether all sent values provably fit a condition of the receiver. */
export function fitsAnyway(
  facts: SchemaFacts,
  keyword: string,
  condition: Located,
  meaning: SchemaMeaning,
): boolean {
  if (keyword === 'not') return fitsNoneOf('not', condition, facts, meaning);
  if (keyword === 'if') return fitsBranches(condition, facts, meaning);
  if (keyword !== 'dependentSchemas') return false;
  return dependentSchemas(condition).every(([name, schema, pointer]) => {
    if (isRejected(name, facts[senderOf(facts)].flat)) return true;
    const sent = [...objectsWith(name, facts, meaning), ...dependentOn(name, facts, meaning)];
    return meaning.isSentWithin(sent, schema, pointer, facts.direction);
  });
}

function senderOf({ direction }: SchemaFacts): 'base' | 'head' {
  return direction === 'request' ? 'base' : 'head';
}

function receiverOf({ direction }: SchemaFacts): 'base' | 'head' {
  return direction === 'request' ? 'head' : 'base';
}

/** Whether no sent value fits the receiver's schema of a keyword; null is compared separately. */
function fitsNoneOf(
  keyword: string,
  { value, pointer }: Located,
  facts: SchemaFacts,
  meaning: SchemaMeaning,
): boolean {
  const side = senderOf(facts);
  const refused = meaning.nodeOf(receiverOf(facts), value[keyword], appendPointer(pointer, keyword));
  return separateTypes(facts[side].flat.types).every((type) =>
    meaning.areDisjoint(meaning.onlyOf(type, facts[side], side), refused, facts.direction),
  );
}

/**
 * Whether sent values fit the branches of a condition, given the sender's schema and its own branches with the same
 * test.
 */
function fitsBranches({ value, pointer }: Located, facts: SchemaFacts, meaning: SchemaMeaning): boolean {
  const side = senderOf(facts);
  const all = meaning.withoutConditions(facts[side], side);
  const same = (facts[side].flat.conditions.get('if') ?? []).filter((one) =>
    isSameTest(one, { value, pointer }, facts, meaning),
  );
  return (['then', 'else'] as const).every((keyword) => {
    const branch = value[keyword];
    if (branch === undefined || isNeverReached(keyword, { value, pointer }, facts, meaning)) return true;
    const known = same.flatMap((one) => [
      ...(keyword === 'then' ? partsOf('if', one, side, meaning) : []),
      ...partsOf(keyword, one, side, meaning),
    ]);
    const at = appendPointer(pointer, keyword);
    return meaning.isSentWithin([...all, ...known], branch, at, facts.direction);
  });
}

/** Whether no sent value reaches a branch: none passes the test (for `then`), or all pass it (for `else`). */
function isNeverReached(
  keyword: 'then' | 'else',
  { value, pointer }: Located,
  facts: SchemaFacts,
  meaning: SchemaMeaning,
): boolean {
  if (keyword === 'then') return fitsNoneOf('if', { value, pointer }, facts, meaning);
  const all = meaning.withoutConditions(facts[senderOf(facts)], senderOf(facts));
  return meaning.isSentWithin(all, value['if'] ?? true, appendPointer(pointer, 'if'), facts.direction);
}

function isSameTest(sent: Located, received: Located, facts: SchemaFacts, meaning: SchemaMeaning): boolean {
  const [base, head] = facts.direction === 'request' ? [sent, received] : [received, sent];
  return meaning.isEquivalent(
    meaning.nodeOf('base', base.value['if'], appendPointer(base.pointer, 'if')),
    meaning.nodeOf('head', head.value['if'], appendPointer(head.pointer, 'if')),
  );
}

/** The parts of a keyword's schema; a missing schema allows everything. */
function partsOf(
  keyword: string,
  { value, pointer }: Located,
  side: 'base' | 'head',
  meaning: SchemaMeaning,
): readonly Located[] {
  return meaning.nodeOf(side, value[keyword], appendPointer(pointer, keyword)).parts;
}

/** The schemas that sent objects with a property fit. */
function objectsWith(name: string, facts: SchemaFacts, meaning: SchemaMeaning): readonly Located[] {
  const side = senderOf(facts);
  return [...meaning.withoutConditions(facts[side], side), meaning.objectWith(name, side)];
}

/** The sender's `dependentSchemas` for a property. */
function dependentOn(name: string, facts: SchemaFacts, meaning: SchemaMeaning): readonly Located[] {
  const side = senderOf(facts);
  const conditions = facts[side].flat.conditions.get('dependentSchemas') ?? [];
  return conditions
    .flatMap(dependentSchemas)
    .filter(([own]) => own === name)
    .flatMap(([, schema, pointer]) => meaning.nodeOf(side, schema, pointer).parts);
}

/** The `dependentSchemas` as tuples of property name, schema and pointer. */
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
