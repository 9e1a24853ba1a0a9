import { defineRule } from '../../../rule/define-rule.ts';
import type { DefinitionContext } from '../../../rule/definition-checks.ts';
import { definitionFile, editDefinition } from '../../../rule/example-edits.ts';
import type { OpenapiNode } from '../../../../openapi/model.ts';

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
      title: 'An array without items in OpenAPI 3.1, which allows it',
      edits: [
        editDefinition('openapi: 3.0.3', 'openapi: 3.1.0'),
        editDefinition('          type: array\n          items: { type: string }', '          type: array'),
      ],
      findings: [],
    },
    {
      title: 'A parameter of Swagger 2.0',
      edits: [
        {
          file: definitionFile,
          content: `swagger: '2.0'
info: { title: Dog park, version: '1' }
paths:
  /dogs:
    get:
      parameters:
        - { name: breeds, in: query, type: array }
      responses:
        '200': { description: The dogs. }
`,
        },
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:7:44 The array has no `items`.'],
    },
  ],
  checkDefinition: {
    schema(schema, { report }) {
      if (!schema.document.mergesSiblings) checkItems(schema, report);
    },
    parameter(parameter, { report }) {
      if (parameter.document.isSwagger) checkItems(parameter, report);
    },
    header(header, { report }) {
      if (header.document.isSwagger) checkItems(header, report);
    },
  },
});

function checkItems(node: OpenapiNode, report: DefinitionContext['report']): void {
  if (node.value['type'] !== 'array' || node.value['items'] !== undefined) return;
  report({
    at: node.pointerTo('type'),
    message: 'The array has no `items`.',
    help: 'Describe the items; `items: {}` allows any.',
  });
}
