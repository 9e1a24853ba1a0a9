import { defineRule } from '#compiler/rule/define-rule.ts';
import { definitionFile } from '#compiler/rule/example-edits.ts';
import type { SchemaNode } from '#openapi/model.ts';

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
      title: 'A value that can only be null',
      edits: [inOpenapi31("{ type: 'null' }")],
      findings: [`${file}:10:23 The value can only be null.`],
    },
    {
      title: 'Null for all values, and other types among the alternatives',
      edits: [inOpenapi31("{ type: 'null', oneOf: [{ type: number }, { type: boolean }] }")],
      findings: [`${file}:10:23 No value fits: the type is only null, which \`oneOf\` does not allow.`],
    },
  ],
  checkDefinition: {
    schema(schema, { report }) {
      if (schema.value['type'] !== 'null' || !isMember(schema)) return;
      report({ at: schema.pointerTo('type'), ...describe(schema) });
    },
  },
});

function describe(schema: SchemaNode): Readonly<Record<'message' | 'help', string>> {
  const refusing = (['oneOf', 'anyOf'] as const).find((key) => refusesNull(schema.schemasIn(key)));
  if (refusing === undefined) {
    const help = 'Remove it, or name the type of its other values.';
    return { message: 'The value can only be null.', help };
  }
  return {
    message: `No value fits: the type is only null, which \`${refusing}\` does not allow.`,
    help: `Remove the type, and add \`{ type: 'null' }\` to \`${refusing}\` if the value may be null.`,
  };
}

function refusesNull(alternatives: readonly SchemaNode[]): boolean {
  return (
    alternatives.length > 0 && alternatives.every(({ types }) => types.length > 0 && !types.includes('null'))
  );
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
