import { defineRule } from '../../../rule/define-rule.ts';
import { definitionFile, editDefinition } from '../../../rule/example-edits.ts';
import type { SchemaNode } from '../../../../openapi/model.ts';

const file = 'apis/dog_park/v1/openapi.yaml';
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
  isConvention: true,
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
      title: 'A value that can only be null',
      edits: [inOpenapi31("{ type: 'null' }")],
      findings: [`${file}:10:23 The value can only be null.`],
    },
    {
      title: 'A property called type',
      edits: [editDefinition('name: { type: string, example: Rex }', 'type: { type: string }')],
      findings: [],
    },
  ],
  checkDefinition: {
    schema(schema, { report }) {
      if (schema.value['type'] !== 'null' || !isMember(schema)) return;
      report({
        at: schema.pointerTo('type'),
        message: 'The value can only be null.',
        help: 'Remove it, or name the type of its other values.',
      });
    },
  },
});

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
