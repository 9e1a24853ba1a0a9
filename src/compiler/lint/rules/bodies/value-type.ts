import type { Json } from '../../../../compiled/json.ts';
import type { DefinitionFinding } from '../../../rule/definition-checks.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { definitionFile, editDefinition } from '../../../rule/example-edits.ts';
import type { SchemaNode } from '../../../../openapi/model.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const;

/** The replacement for words that people mistake for types. */
const meant: Readonly<Record<string, string>> = {
  any: 'remove `type`',
  bool: 'write `type: boolean`',
  date: 'write `type: string` and `format: date`',
  datetime: 'write `type: string` and `format: date-time`',
  'date-time': 'write `type: string` and `format: date-time`',
  decimal: 'write `type: number`',
  dict: 'write `type: object`',
  double: 'write `type: number` and `format: double`',
  file: 'write `type: string` and `contentMediaType: application/octet-stream`',
  float: 'write `type: number` and `format: float`',
  int: 'write `type: integer`',
  list: 'write `type: array`',
  long: 'write `type: integer` and `format: int64`',
  map: 'write `type: object` and `additionalProperties`',
  text: 'write `type: string`',
  uuid: 'write `type: string` and `format: uuid`',
};

const inOpenapi31 = (property: string) => ({
  file: definitionFile,
  content: `openapi: 3.1.0
info: { title: Dog park, version: '1' }
paths: {}
components:
  schemas:
    Nothing: { type: 'null' }
    Dog:
      type: object
      properties:
        size: ${property}
`,
});

/** Values are of the types that JSON has. */
export const valueType = defineRule({
  name: 'value-type',
  section: '2.6',
  severity: 'error',
  group: 'design',
  summary: 'Values are strings, numbers, booleans, objects or arrays.',
  why: 'A schema of another type matches no value, so nothing is validated or parsed as intended; a member that can only be null contains no information.',
  examples: [
    { title: 'Types of JSON', edits: [], findings: [] },
    {
      title: 'A number or null',
      edits: [
        inOpenapi31(
          "{ anyOf: [{ type: number }, { type: 'null' }, { $ref: '#/components/schemas/Nothing' }] }",
        ),
      ],
      findings: [],
    },
    {
      title: 'A word that is not a type, which OpenAPI 3.1 accepts',
      edits: [inOpenapi31('{ type: [datetime, string] }')],
      findings: [`${file}:10:24 The type \`datetime\` is not a JSON type.`],
    },
    {
      title: 'A type that begins with a capital',
      edits: [inOpenapi31('{ type: String }')],
      findings: [`${file}:10:23 The type \`String\` is not a JSON type.`],
    },
    {
      title: 'A value that can only be null',
      edits: [inOpenapi31("{ type: 'null' }")],
      findings: [`${file}:10:23 The value can only be null.`],
    },
    {
      title: 'Null instead of the string `null`',
      edits: [inOpenapi31('{ type: [number, null] }')],
      findings: [`${file}:10:32 The type is null instead of the string \`null\`.`],
    },
    {
      title: 'A property called type',
      edits: [editDefinition('name: { type: string, example: Rex }', 'type: { type: string }')],
      findings: [],
    },
  ],
  checkDefinition: {
    schema(schema, { report }) {
      const { type } = schema.value;
      if (type === undefined || isType(type)) {
        if (type !== 'null' || !isMember(schema)) return;
        report({
          at: schema.pointerTo('type'),
          message: 'The value can only be null.',
          help: 'Remove it, or name the type of its other values.',
        });
        return;
      }
      const listed: readonly (readonly [Json, string])[] = Array.isArray(type)
        ? (type as readonly Json[]).map((one, index) => [one, schema.pointerTo('type', index)])
        : [[type, schema.pointerTo('type')]];
      for (const [one, at] of listed) if (!isType(one)) report({ at, ...describe(one) });
    },
  },
});

function isType(type: Json): boolean {
  return (types as readonly Json[]).includes(type);
}

/** Whether a schema describes a value by itself, rather than for one of several alternatives. */
function isMember({ valuePath }: SchemaNode): boolean {
  const holder = valuePath?.above?.token;
  if (holder === 'properties') return true;
  return (
    valuePath?.token === 'items' ||
    valuePath?.token === 'additionalProperties' ||
    valuePath?.token === 'schema'
  );
}

function describe(type: Json): Pick<DefinitionFinding, 'message' | 'help'> {
  if (type === null) {
    const message = 'The type is null instead of the string `null`.';
    return { message, help: "Write it in quotes: `'null'`." };
  }
  const word = typeof type === 'string' ? type : JSON.stringify(type);
  const message = `The type \`${word}\` is not a JSON type.`;
  const lower = word.toLowerCase();
  if (isType(lower)) return { message, help: `Write \`${lower}\`.` };
  const help = Object.hasOwn(meant, lower)
    ? meant[lower]
    : 'write `string`, `number`, `integer`, `boolean`, `object` or `array`';
  return { message, help: `Instead, ${help}.` };
}
