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

/** The schemas inside of a schema and of all that it includes, in the order of a reader: fields, items, forms. */
export function listParts(node: SchemaNode): readonly SchemaPart[] {
  const { parts } = node;
  return [
    ...listFields(node),
    ...parts.flatMap((part) => mapOf(part, 'patternProperties', reference.patternProperties)),
    ...parts.flatMap((part) => one(part, 'additionalProperties', reference.additionalProperties)),
    ...parts.flatMap((part) => one(part, 'propertyNames', reference.propertyNames)),
    ...parts.flatMap((part) => one(part, 'unevaluatedProperties', reference.unevaluatedProperties)),
    ...parts.flatMap((part) => listItems(part, itemsTogether(node))),
    ...parts.flatMap((part) => one(part, 'contains', reference.contains)),
    ...parts.flatMap((part) => one(part, 'unevaluatedItems', reference.unevaluatedItems)),
    ...parts.flatMap((part) => one(part, 'contentSchema', reference.contentSchema)),
    ...parts.flatMap((part) => listForms(part, 'oneOf', reference.oneOf)),
    ...parts.flatMap((part) => listForms(part, 'anyOf', reference.anyOf)),
    ...parts.flatMap(listBooleanIncludes),
    ...parts.flatMap((part) => one(part, 'not', reference.not)),
    ...parts.flatMap((part) => one(part, 'if', reference.if)),
    ...parts.flatMap((part) => one(part, 'then', reference.then)),
    ...parts.flatMap((part) => one(part, 'else', reference.else)),
    ...parts.flatMap((part) => mapOf(part, 'dependentSchemas', reference.dependentSchemas)),
  ];
}

/** The fields of objects. A field that two included schemas describe differently is listed twice. */
function listFields(node: SchemaNode): readonly SchemaPart[] {
  const { required } = node;
  const seen = new Map<string, Json>();
  return node.parts.flatMap((part) => {
    const { properties } = part.value;
    return Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, written]) => {
      const known = seen.get(name);
      if (known !== undefined && sameJson(known, written)) return [];
      seen.set(name, written);
      const schema = schemaBelow(part, 'properties', name);
      return [{ type: 'field', name, label: name, schema, isRequired: required.has(name) } as const];
    });
  });
}

/** A schema under a key; `true` and `false` are facts of the schema that contains them. */
function one(part: SchemaNode, key: string, label: string): readonly SchemaPart[] {
  const written = part.value[key];
  const isForm = key === 'not' || key === 'if' || key === 'then' || key === 'else';
  if (!isJsonObject(written) && !(isForm && typeof written === 'boolean')) return [];
  return [{ type: 'other', name: key, label, schema: schemaBelow(part, key) }];
}

function mapOf(part: SchemaNode, key: string, label: (name: string) => string): readonly SchemaPart[] {
  const map = part.value[key];
  return Object.keys(isJsonObject(map) ? map : {}).map((name) => ({
    type: 'other',
    name,
    label: label(name),
    schema: schemaBelow(part, key, name),
  }));
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
function listItems(part: SchemaNode, together: WrittenSchema | undefined): readonly SchemaPart[] {
  const key = Array.isArray(part.value['items']) ? 'items' : 'prefixItems';
  const first = listIn(part, key).map((_, index): SchemaPart => ({
    type: 'other',
    name: String(index),
    label: reference.item(index + 1),
    schema: schemaBelow(part, key, index),
  }));
  const { items, additionalItems } = part.value;
  const others: readonly SchemaPart[] = isJsonObject(items)
    ? [
        {
          type: together?.written === items ? 'items' : 'other',
          name: 'items',
          label: first.length > 0 ? reference.otherItems : reference.items,
          schema: schemaBelow(part, 'items'),
        },
      ]
    : [];
  const additional = isJsonObject(additionalItems) ? one(part, 'additionalItems', reference.otherItems) : [];
  return [...first, ...others, ...additional];
}

function listForms(
  part: SchemaNode,
  key: 'oneOf' | 'anyOf',
  heading: (count: number) => string,
): readonly SchemaPart[] {
  const forms = listIn(part, key);
  if (forms.length === 0) return [];
  return [
    { type: 'heading', label: heading(forms.length) },
    ...forms.map((_, index): SchemaPart => {
      const schema = schemaBelow(part, key, index);
      return { type: 'other', name: `${key}-${index + 1}`, label: nameForm(schema, index + 1), schema };
    }),
  ];
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
