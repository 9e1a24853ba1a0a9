import type { Json, JsonObject } from '#compiled/json.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { isOnlyOfParameters } from './schemas/schemas-by-use.ts';
import type { SchemaNode } from '#openapi/model.ts';
import { pathTo } from '#openapi/value-path.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const items = 'items: { type: string }';

/** Arrays contain values of one type. */
export const arrayHomogeneous = defineRule({
  name: 'array-homogeneous',
  section: '2.6',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'All items of an array have the same type.',
  why: 'Typed languages expect lists of one type, and a value whose meaning depends on its position is clearer with a name.',
  examples: [
    { title: 'Texts', edits: [], findings: [] },
    {
      title: 'Strings or objects',
      edits: [
        editDefinition(items, "items: { anyOf: [{ type: string }, { $ref: '#/components/schemas/Link' }] }"),
      ],
      findings: [`${file}:119:11 The array mixes objects and strings.`],
    },
    {
      title: 'A schema that only a parameter refers to, and one that a body refers to as well',
      edits: [
        editDefinition(
          '- name: breed\n          in: query\n          schema: { type: string }',
          `- name: breed
          in: query
          schema: { $ref: '#/components/schemas/Breeds' }
        - name: owner
          in: query
          schema: { $ref: '#/components/schemas/Owners' }`,
        ),
        editDefinition(
          '    NewDog:\n',
          `    Breeds: { type: array, items: { anyOf: [{ type: integer }, { type: string }] } }
    Owners: { type: array, items: { anyOf: [{ type: integer }, { type: string }] } }
    NewDog:\n`,
        ),
        editDefinition(
          '        nicknames:\n',
          "        owners: { $ref: '#/components/schemas/Owners' }\n        nicknames:\n",
        ),
      ],
      findings: [`${file}:115:28 The array mixes numbers and strings.`],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    schema(schema, { report }) {
      const { items: all, prefixItems } = schema.value;
      if (all === undefined && prefixItems === undefined) return;
      const types = new Set(itemSchemas(schema).flatMap((item) => typesOf(item, new Set())));
      if (types.size < 2 || isWrittenAsText(schema) || isOnlyOfParameters(schema)) return;
      report({
        at: schema.pointerTo(prefixItems === undefined ? 'items' : 'prefixItems'),
        part: 'key',
        message: `The array mixes ${listTypes(types)}.`,
        help: adviseOn(types, itemSchemas(schema)),
      });
    },
  },
});

/**
 * The advice on an array of several types. Plain values can all become strings, unless their position determines their
 * meaning.
 */
function adviseOn(types: ReadonlySet<string>, held: readonly SchemaNode[]): string {
  const mayBeNull = held.some(({ alternatives }) => alternatives.some(isNullAsObject));
  if (types.has('object') && types.size === 2 && mayBeNull)
    return 'Give all items the same type. If the object is there to allow null, make the other type nullable instead.';
  return ['array', 'object'].some((type) => types.has(type))
    ? 'Give all items the same type, such as an object with named members.'
    : 'Give all items the same type, such as string. If the position of an item says what it is, declare an object with named members instead.';
}

/** Whether a schema is an empty nullable object, which generators add to allow null next to a reference. */
function isNullAsObject({ value, properties }: SchemaNode): boolean {
  return value['type'] === 'object' && value['nullable'] === true && properties.size === 0;
}

/**
 * Whether a schema belongs to a parameter or a header, whose values have no JSON types. Always false in Swagger 2.0,
 * where bodies are parameters too.
 */
function isWrittenAsText({ document, pointer }: SchemaNode): boolean {
  return !document.isSwagger && /(?<!\/properties)\/(parameters|headers)\/[^/]+\/schema(\/|$)/.test(pointer);
}

/** The schemas of the items: those for single positions, and those for all items. */
function itemSchemas(schema: SchemaNode): readonly SchemaNode[] {
  const { document, value } = schema;
  const { items: all } = value;
  const at = pathTo(schema.valuePath, 'items');
  const listed = Array.isArray(all) ? (all as readonly Json[]) : [all];
  const ofAll = listed.flatMap((item) => document.schemaAt(item, at) ?? []);
  return [...schema.schemasIn('prefixItems'), ...ofAll];
}

/**
 * The JSON types besides null that a schema allows, including those of its alternatives; integers are numbers. Empty if
 * it does not restrict the type.
 */
function typesOf(schema: SchemaNode, seen: Set<JsonObject>): readonly string[] {
  if (seen.has(schema.value)) return [];
  seen.add(schema.value);
  const { types } = schema;
  if (types.length > 0) return types.filter((type) => type !== 'null').map(toJsonType);
  if (schema.isObject) return ['object'];
  if (schema.isArray) return ['array'];
  const { alternatives } = schema;
  if (alternatives.length > 0) return alternatives.flatMap((alternative) => typesOf(alternative, seen));
  const values = schema.value['enum'];
  return Array.isArray(values) ? values.filter((value) => value !== null).map(typeOfValue) : [];
}

function toJsonType(type: string): string {
  return type === 'integer' ? 'number' : type;
}

function typeOfValue(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function listTypes(types: ReadonlySet<string>): string {
  const names = [...types].map((type) => `${type}s`).toSorted();
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
