import { checkSchemas, noFindings } from '#compiler/rule/check-schemas.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import type { OpenapiNode } from '#openapi/model.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import type { Json, JsonObject } from '#compiled/json.ts';

const pairs = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
] as const;

const limitIs = (schema: string) =>
  editDefinition('{ type: integer, minimum: 1, maximum: 100, default: 20 }', schema);

/** A value that satisfies both limits exists. */
export const schemaLimits = defineRule({
  name: 'schema-limits',
  section: '4.4',
  severity: 'error',
  group: 'design',
  summary: 'A lower limit is not above the upper limit next to it.',
  why: 'No value satisfies both limits, so the gateway refuses every call.',
  examples: [
    { title: 'One value', edits: [limitIs('{ type: integer, minimum: 20, maximum: 20 }')], findings: [] },
    {
      title: 'A minimum above the maximum',
      edits: [limitIs('{ type: integer, minimum: 100, maximum: 10 }')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:94:41 No value is at least 100 (`minimum`) and at most 10 (`maximum`).',
      ],
    },
    {
      title: 'A limit that excludes the only value, and lengths',
      edits: [
        limitIs('{ type: integer, minimum: 10, maximum: 10, exclusiveMaximum: true }'),
        editDefinition(
          'name: { type: string, example: Rex }',
          'name: { type: string, minLength: 3, maxLength: 2 }',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:94:41 No value is at least 10 (`minimum`) and below 10 (`maximum`).',
        'apis/dog_park/v1/openapi.yaml:115:42 No value is at least 3 (`minLength`) and at most 2 (`maxLength`).',
      ],
    },
  ],
  checkDefinition: checkSchemas(findImpossible),
});

/** A lower or upper limit, and whether the limit itself is excluded. */
interface Limit {
  readonly keyword: string;
  readonly value: number;
  readonly isExclusive: boolean;
}

/** Reports limits that no value satisfies. Schemas without limits, which are most of them, are skipped first. */
function findImpossible(node: OpenapiNode): readonly DefinitionFinding[] {
  const { value } = node;
  const isNumber = value['minimum'] !== undefined || value['exclusiveMinimum'] !== undefined;
  if (!isNumber && !hasSizes(value)) return noFindings;
  const sizes = pairs.filter(([lower, upper]) => value[lower] !== undefined && value[upper] !== undefined);
  const limits = sizes.map(([lower, upper]) => [
    limitOf(lower, value[lower], false),
    limitOf(upper, value[upper], false),
  ]);
  const ranges = limitsOf(node, 'minimum', 'exclusiveMinimum').flatMap((lower) =>
    limitsOf(node, 'maximum', 'exclusiveMaximum').map((upper) => [lower, upper]),
  );
  const isWhole = value['type'] === 'integer';
  return [...limits, ...ranges].flatMap(([lower, upper]) => {
    if (!lower || !upper) return [];
    if (isEmpty(lower, upper)) return [describe('value', node, lower, upper)];
    return isWhole && holdsNoWhole(lower, upper) ? [describe('whole number', node, lower, upper)] : [];
  });
}

function hasSizes(value: JsonObject): boolean {
  for (const [lower, upper] of pairs)
    if (value[lower] !== undefined && value[upper] !== undefined) return true;
  return false;
}

function isEmpty(lower: Limit, upper: Limit): boolean {
  return (
    lower.value > upper.value || (lower.value === upper.value && (lower.isExclusive || upper.isExclusive))
  );
}

function holdsNoWhole(lower: Limit, upper: Limit): boolean {
  const first = lower.isExclusive ? Math.floor(lower.value) + 1 : Math.ceil(lower.value);
  const last = upper.isExclusive ? Math.ceil(upper.value) - 1 : Math.floor(upper.value);
  return first > last;
}

/** Up to OpenAPI 3.0, an exclusive limit is a flag next to the limit. */
function limitsOf(
  { value }: OpenapiNode,
  keyword: string,
  exclusive: string,
): readonly (Limit | undefined)[] {
  return [
    limitOf(keyword, value[keyword], value[exclusive] === true),
    limitOf(exclusive, value[exclusive], true),
  ];
}

function limitOf(keyword: string, value: Json | undefined, isExclusive: boolean): Limit | undefined {
  return typeof value === 'number' ? { keyword, value, isExclusive } : undefined;
}

function describe(what: string, node: OpenapiNode, lower: Limit, upper: Limit): DefinitionFinding {
  const from = `${lower.isExclusive ? 'above' : 'at least'} ${lower.value} (\`${lower.keyword}\`)`;
  const to = `${upper.isExclusive ? 'below' : 'at most'} ${upper.value} (\`${upper.keyword}\`)`;
  return {
    at: node.pointerTo(lower.keyword),
    message: `No ${what} is ${from} and ${to}.`,
    help: 'Correct one of the two limits.',
    related: [{ message: 'the other limit', at: node.pointerTo(upper.keyword) }],
  };
}
