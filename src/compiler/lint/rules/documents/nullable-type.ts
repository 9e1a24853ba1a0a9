import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import type { SchemaNode } from '#openapi/model.ts';

const items = "items: { $ref: '#/components/schemas/Dog' }";

/** In OpenAPI 3.0 `nullable` has an effect only next to `type`. */
export const nullableType = defineRule({
  name: 'nullable-type',
  section: '4.4',
  severity: 'warning',
  group: 'design',
  summary: 'In OpenAPI 3.0, `nullable: true` is beside a `type`, or null is allowed without it.',
  why: 'Since OpenAPI 3.0.3 says that `nullable` has an effect only beside `type`, some tools accept null here and others refuse it. The gateway accepts it.',
  examples: [
    {
      title: 'A type that may be null',
      edits: [editDefinition(items, 'items: { type: object, nullable: true }')],
      findings: [],
    },
    {
      title: 'A schema that refuses nothing, so that null is allowed anyway',
      edits: [editDefinition(items, 'items: { nullable: true }')],
      findings: [],
    },
    {
      title: 'A reference in `allOf`',
      edits: [
        editDefinition(items, "items: { nullable: true, allOf: [{ $ref: '#/components/schemas/NewDog' }] }"),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:140:24 Without `type`, `nullable` has no effect, and `allOf` refuses null.',
      ],
    },
  ],
  checkDefinition: {
    schema(schema, { report }) {
      const { value, document } = schema;
      if (value['nullable'] !== true || value['type'] !== undefined || document.version !== '3.0') return;
      const keyword = restricting.find((name) => refusesNull(schema, name, 0));
      if (keyword === undefined) return;
      report({
        at: schema.pointerTo('nullable'),
        part: 'key',
        message: `Without \`type\`, \`nullable\` has no effect, and \`${keyword}\` refuses null.`,
        help: helpOn[keyword],
        related: [{ message: 'what refuses null', at: schema.pointerTo(keyword), part: 'key' }],
      });
    },
  },
});

const nullSchema = '`{ type: object, nullable: true, enum: [null] }`';

const helpOn = {
  enum: 'Write the `type` of the values, and `null` as one of them.',
  allOf: `Write \`anyOf\` with the schema and ${nullSchema}, or \`nullable: true\` beside the \`type\` in the schema itself.`,
  anyOf: `Add ${nullSchema} to \`anyOf\`.`,
  oneOf: `Add ${nullSchema} to \`oneOf\`.`,
} as const;

type Restricting = keyof typeof helpOn;

const restricting: readonly Restricting[] = ['enum', 'allOf', 'anyOf', 'oneOf'];

/** The maximum nesting of schemas that is read; deeper schemas count as accepting null. */
const maxDepth = 20;

/** Whether a keyword refuses null in the strict reading of OpenAPI 3.0.3. */
function refusesNull(schema: SchemaNode, keyword: Restricting, depth: number): boolean {
  const written = schema.value[keyword];
  if (!Array.isArray(written) || written.length === 0 || depth > maxDepth) return false;
  if (keyword === 'enum') return !written.includes(null);
  const refuses = (one: SchemaNode) => isNullRefused(one, depth + 1);
  const schemas = schema.schemasIn(keyword);
  return keyword === 'allOf' ? schemas.some(refuses) : schemas.every(refuses);
}

function isNullRefused(schema: SchemaNode, depth: number): boolean {
  if (schema.value['type'] !== undefined && schema.value['nullable'] !== true) return true;
  return restricting.some((keyword) => refusesNull(schema, keyword, depth));
}
