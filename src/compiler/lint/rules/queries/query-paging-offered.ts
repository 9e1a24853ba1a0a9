import { defineRule } from '../../../rule/define-rule.ts';
import { editDefinition } from '../../../rule/example-edits.ts';
import { readsCollection, successSchemas } from '../../../rule/reads-collection.ts';
import type { OperationNode } from '../../../workspace/openapi/operation-node.ts';
import type { SchemaNode } from '../../../workspace/openapi/schema-node.ts';

const limit = "- $ref: '#/components/parameters/Limit'";
const noOffset = editDefinition('- name: offset', '- name: age');

/** A collection can be read page by page. */
export const queryPagingOffered = defineRule({
  name: 'query-paging-offered',
  section: '4.5',
  severity: 'info',
  group: 'design',
  summary: 'A GET that lists a collection offers paging.',
  why: 'A collection that grows makes answers that are ever slower, until they fail.',
  examples: [
    { title: 'A limit and an offset', edits: [], findings: [] },
    {
      title: 'No paging parameter',
      edits: [editDefinition(limit, '- { name: name, in: query, schema: { type: string } }'), noOffset],
      findings: ['apis/dog_park/v1/openapi.yaml:9:5 The collection can only be read as a whole.'],
    },
    {
      title: 'A paging style of its own',
      edits: [editDefinition(limit, '- { name: after_id, in: query, schema: { type: string } }'), noOffset],
      findings: [],
    },
    {
      title: 'A list that cannot grow',
      edits: [
        editDefinition(limit, '- { name: name, in: query, schema: { type: string } }'),
        noOffset,
        editDefinition(
          "schema: { $ref: '#/components/schemas/DogPage' }",
          'schema: { type: array, maxItems: 12, items: { type: object } }',
        ),
      ],
      findings: [],
    },
    {
      title: 'A list of names',
      edits: [
        editDefinition(limit, '- { name: name, in: query, schema: { type: string } }'),
        noOffset,
        editDefinition(
          "schema: { $ref: '#/components/schemas/DogPage' }",
          'schema: { type: array, items: { type: string } }',
        ),
      ],
      findings: [],
    },
  ],
  checkDefinition: {
    operation(operation, { report }) {
      if (!readsCollection(operation) || mayPage(operation) || !mayGrow(operation)) return;
      report({
        at: operation.pointer,
        part: 'key',
        message: 'The collection can only be read as a whole.',
        help: 'Offer `limit` and `offset`, or `pageSize` and `pageNumber`.',
      });
    },
  },
});

/** Any sign of paging will do, since other rules judge how it is done. */
const pagingWord =
  /page|limit|offset|cursor|token|marker|continu|skip|start|after|before|since|until|top$|first|last|size|count|max|range/i;

function mayPage({ parameters }: OperationNode): boolean {
  return parameters.some(({ name, location }) => location !== 'path' && pagingWord.test(name));
}

/** Whether the answers are lists of resources without a bound, as far as is said. */
function mayGrow(operation: OperationNode): boolean {
  const schemas = successSchemas(operation);
  return schemas.length > 0 && !schemas.some((schema) => isBounded(schema));
}

function isBounded(schema: SchemaNode): boolean {
  return schema.keyword('maxItems') !== undefined || schema.items?.isOnly('string') === true;
}
