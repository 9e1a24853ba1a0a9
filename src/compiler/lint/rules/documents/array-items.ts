import { defineRule } from '#compiler/rule/define-rule.ts';
import { checkSchemas, noFindings } from '#compiler/rule/check-schemas.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition, swaggerParameter } from '#compiler/rule/example-edits.ts';
import type { OpenapiNode } from '#openapi/model.ts';

/** OpenAPI 2.0 and 3.0 require the items of an array to be described. */
export const arrayItems = defineRule({
  name: 'array-items',
  section: '4.4',
  severity: 'error',
  group: 'design',
  summary: 'Up to OpenAPI 3.0, an array has `items`.',
  why: 'The specification requires `items`, and generators of clients stop at an array without it.',
  examples: [
    { title: 'Arrays with items', edits: [], findings: [] },
    {
      title: 'An array without items',
      edits: [
        editDefinition('          type: array\n          items: { type: string }', '          type: array'),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:118:17 The array has no `items`.'],
    },
    {
      title: 'A parameter of Swagger 2.0',
      edits: [swaggerParameter('{ name: breeds, in: query, type: array }')],
      findings: ['apis/dog_park/v1/openapi.yaml:7:44 The array has no `items`.'],
    },
  ],
  checkDefinition: checkSchemas(findMissing),
});

function findMissing(node: OpenapiNode): readonly DefinitionFinding[] {
  const isComplete = node.value['type'] !== 'array' || node.value['items'] !== undefined;
  if (isComplete || node.document.mergesSiblings) return noFindings;
  return [
    {
      at: node.pointerTo('type'),
      message: 'The array has no `items`.',
      help: 'Describe the items; `items: {}` allows any.',
    },
  ];
}
