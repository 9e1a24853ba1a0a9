import { isJsonObject, sameJson, type Json } from '#compiled/json.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { nameOfSchema, schemaBelow, type WrittenSchema } from '#openapi/named-schemas.ts';
import { texts } from '../../texts/texts.ts';

const { reference } = texts;

/** A schema inside of another one, or a heading above several. */
export type SchemaPart =
  | { readonly type: 'heading'; readonly label: string }
  | {
      readonly type: 'field';
      readonly name: string;
      readonly label: string;
      readonly schema: WrittenSchema;
      readonly isRequired: boolean;
    }
  | {
      /** `items`: the schema of all items of an array. */
      readonly type: 'other' | 'items';
      readonly name: string;
      readonly label: string;
      readonly schema: WrittenSchema;
    };

/**
 * The schemas inside of a schema and of all that it includes, in the order of a reader: fields, items, forms. Lists at
 * most `most` of them, without reading the others.
 */
export function listParts(node: SchemaNode, most = Infinity): readonly SchemaPart[] {
  const found: SchemaPart[] = [];
  for (const part of findParts(node)) if (found.push(part) >= most) break;
  return found;
}

type FindParts = (part: SchemaNode, node: SchemaNode) => Iterable<SchemaPart>;

const afterFields: readonly FindParts[] = [
  (part) => mapOf(part, 'patternProperties', reference.patternProperties),
  (part) => one(part, 'additionalProperties', reference.additionalProperties),
  (part) => one(part, 'propertyNames', reference.propertyNames),
  (part) => one(part, 'unevaluatedProperties', reference.unevaluatedProperties),
  (part, node) => listItems(part, itemsTogether(node)),
  (part) => one(part, 'contains', reference.contains),
  (part) => one(part, 'unevaluatedItems', reference.unevaluatedItems),
  (part) => one(part, 'contentSchema', reference.contentSchema),
  (part) => listForms(part, 'oneOf', reference.oneOf),
  (part) => listForms(part, 'anyOf', reference.anyOf),
  (part) => listBooleanIncludes(part),
  (part) => one(part, 'not', reference.not),
  (part) => one(part, 'if', reference.if),
  (part) => one(part, 'then', reference.then),
  (part) => one(part, 'else', reference.else),
  (part) => mapOf(part, 'dependentSchemas', reference.dependentSchemas),
];

function* findParts(node: SchemaNode): Generator<SchemaPart> {
  yield* listFields(node);
  for (const find of afterFields) for (const part of node.parts) yield* find(part, node);
}

/** The fields of objects. A field that two included schemas describe differently is listed twice. */
function* listFields(node: SchemaNode): Generator<SchemaPart> {
  const { required } = node;
  const seen = new Map<string, Json>();
  for (const part of node.parts) {
    const { properties } = part.value;
    for (const [name, written] of Object.entries(isJsonObject(properties) ? properties : {})) {
      const known = seen.get(name);
      if (known !== undefined && sameJson(known, written)) continue;
      seen.set(name, written);
      const schema = schemaBelow(part, 'properties', name);
      yield { type: 'field', name, label: name, schema, isRequired: required.has(name) };
    }
  }
}

/** A schema under a key; `true` and `false` are facts of the schema that contains them. */
function one(part: SchemaNode, key: string, label: string): readonly SchemaPart[] {
  const written = part.value[key];
  const isForm = key === 'not' || key === 'if' || key === 'then' || key === 'else';
  if (!isJsonObject(written) && !(isForm && typeof written === 'boolean')) return [];
  return [{ type: 'other', name: key, label, schema: schemaBelow(part, key) }];
}

function* mapOf(part: SchemaNode, key: string, label: (name: string) => string): Generator<SchemaPart> {
  const map = part.value[key];
  for (const name of Object.keys(isJsonObject(map) ? map : {}))
    yield { type: 'other', name, label: label(name), schema: schemaBelow(part, key, name) };
}

/**
 * The schema of the items of an array that is shown together with the array; undefined for tuples and for arrays of
 * arrays.
 */
export function itemsTogether(node: SchemaNode): WrittenSchema | undefined {
  const holder = node.isArray ? node.parts.find(({ value }) => value['items'] !== undefined) : undefined;
  if (!holder || node.parts.some((part) => listIn(part, 'prefixItems').length > 0)) return undefined;
  const items = schemaBelow(holder, 'items');
  return items.node && !items.node.isArray ? items : undefined;
}

/** The first items of an array one by one, and the schema of all others. */
function* listItems(part: SchemaNode, together: WrittenSchema | undefined): Generator<SchemaPart> {
  const key = Array.isArray(part.value['items']) ? 'items' : 'prefixItems';
  const { length } = listIn(part, key);
  for (let index = 0; index < length; index += 1) {
    const schema = schemaBelow(part, key, index);
    yield { type: 'other', name: String(index), label: reference.item(index + 1), schema };
  }
  const { items, additionalItems } = part.value;
  if (isJsonObject(items))
    yield {
      type: together?.written === items ? 'items' : 'other',
      name: 'items',
      label: length > 0 ? reference.otherItems : reference.items,
      schema: schemaBelow(part, 'items'),
    };
  if (isJsonObject(additionalItems)) yield* one(part, 'additionalItems', reference.otherItems);
}

function* listForms(
  part: SchemaNode,
  key: 'oneOf' | 'anyOf',
  heading: (count: number) => string,
): Generator<SchemaPart> {
  const { length } = listIn(part, key);
  if (length > 0) yield { type: 'heading', label: heading(length) };
  for (let index = 0; index < length; index += 1) {
    const schema = schemaBelow(part, key, index);
    yield { type: 'other', name: `${key}-${index + 1}`, label: nameForm(schema, index + 1), schema };
  }
}

function nameForm({ node }: WrittenSchema, number: number): string {
  const title = node?.text('title');
  const name = (node && nameOfSchema(node)) ?? title;
  return name === undefined ? reference.form(number) : reference.formNamed(number, name.slice(0, 200));
}

/** The members of `allOf` that are `true` or `false`; all others are parts of the schema. */
function listBooleanIncludes(part: SchemaNode): readonly SchemaPart[] {
  return listIn(part, 'allOf').flatMap((written, index): readonly SchemaPart[] =>
    typeof written === 'boolean'
      ? [
          {
            type: 'other',
            name: `allOf-${index + 1}`,
            label: reference.includes,
            schema: schemaBelow(part, 'allOf', index),
          },
        ]
      : [],
  );
}

function listIn(part: SchemaNode, key: string): readonly Json[] {
  const list = part.value[key];
  return Array.isArray(list) ? (list as readonly Json[]) : [];
}
