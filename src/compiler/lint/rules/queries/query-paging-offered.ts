import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { mayGrow } from './paging/may-grow.ts';
import { leadsToNextPage } from '../../resources/next-page.ts';
import { readsCollection, successSchemas } from '../../resources/reads-collection.ts';
import type { OperationNode } from '#openapi/model.ts';

const limit = "- $ref: '#/components/parameters/Limit'";
const noNext = editDefinition("            next: { $ref: '#/components/schemas/Link' }\n", '');
const noOffset = editDefinition('- name: offset', '- name: age');
const withoutPaging = [
  editDefinition(limit, '- { name: name, in: query, schema: { type: string } }'),
  noOffset,
  noNext,
];

const withList = (path: string, members = '') =>
  editDefinition(
    'components:\n',
    `  ${path}:\n    get: { ${members}responses: { '200': { description: They., content: { application/json: { schema: { type: array, items: { type: object } } } } } } }\ncomponents:\n`,
  );

/** A collection can be read page by page. */
export const queryPagingOffered = defineRule({
  name: 'query-paging-offered',
  section: '4.5',
  // An info: the requirements define how collections are paged, but not that every collection is.
  severity: 'info',
  group: 'design',
  isConvention: true,
  summary: 'A GET that lists a collection offers paging.',
  why: 'Responses with a growing collection become slower and slower, until they fail.',
  examples: [
    { title: 'A limit and an offset', edits: [], findings: [] },
    {
      title: 'No paging parameter, and no link to a next page',
      edits: withoutPaging,
      findings: ['apis/dog_park/v1/openapi.yaml:9:5 The collection offers no paging.'],
    },
    {
      title: 'Those that callers list with commas, and the one that has an id or a name',
      edits: [
        ...['metals', 'id', 'name', 'query'].map((name) => {
          const description = name === 'metals' ? 'description: Comma separated list of metals., ' : '';
          return withList(
            `/${name === 'metals' ? 'spot_prices' : `${name}_owner`}`,
            `parameters: [{ name: ${name}, in: query, required: true, ${description}schema: { type: string } }], `,
          );
        }),
        withList(
          '/owners',
          'parameters: [{ name: name, in: query, required: true, schema: { type: string } }], ',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:95:5 The collection offers no paging.',
        'apis/dog_park/v1/openapi.yaml:97:5 The collection offers no paging.',
      ],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    operation(operation, { report }) {
      if (!readsCollection(operation) || mayPage(operation) || !mayGrow(operation)) return;
      report({
        at: operation.pointer,
        part: 'key',
        message: 'The collection offers no paging.',
        help: 'Offer `limit` and `offset`, or `pageSize` and `pageNumber`.',
      });
    },
  },
});

/** Signs of any kind of paging; other rules check how paging is done. */
const pagingWord =
  /page|limit|offset|cursor|token|marker|continu|skip|start|after|before|since|until|top$|first|last|size|count|max|range/i;

function mayPage(operation: OperationNode): boolean {
  const { parameters } = operation;
  const mayBePage = parameters.some(({ name, location }) =>
    location === 'path' ? /^page(_?n(o|um|umber))?$/i.test(name) : pagingWord.test(name),
  );
  if (mayBePage) return true;
  return linksNextPage(operation);
}

/** Whether the responses lead to the next page, by a link or a token. */
function linksNextPage(operation: OperationNode): boolean {
  if (operation.responses.some(({ headers }) => headers.has('link'))) return true;
  return successSchemas(operation).some(leadsToNextPage);
}
