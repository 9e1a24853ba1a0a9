import { adviseOnPaging } from '#compiler/rule/queries/advise-on-paging.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { otherPaging } from '#compiler/rule/queries/other-paging.ts';
import {
  pagingParameters,
  type PagingParameters,
  pagesInPlace,
} from '#compiler/rule/queries/paging-parameters.ts';
import { findMixedStyles, findUnpaired } from '#compiler/rule/queries/paging-pairs.ts';
import { parameterPlace } from '#compiler/rule/queries/parameter-values.ts';
import { readsCollection } from '#compiler/rule/bodies/reads-collection.ts';
import type { ParameterNode } from '#openapi/model.ts';

const ofSize = '- name: breed\n          in: query\n          schema: { type: integer }';
const breed = '- name: breed\n          in: query\n          schema: { type: string }';
const limit = "- $ref: '#/components/parameters/Limit'";

/** A collection is paged in one of the two styles, as a whole. */
export const queryPagingStyle = defineRule({
  name: 'query-paging-style',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  reads: 'operation',
  summary: 'A collection is paged by `limit` and `offset`, or by `pageSize` and `pageNumber`.',
  why: 'Clients can then page through every collection of every API with the same code.',
  examples: [
    { title: 'A limit and an offset', edits: [], findings: [] },
    {
      title: 'A page size and a page number',
      edits: [
        editDefinition(limit, ofSize.replace('breed', 'pageSize')),
        editDefinition('- name: offset', '- name: pageNumber'),
      ],
      findings: [],
    },
    {
      title: 'One of each style',
      edits: [editDefinition('- name: offset', '- name: pageNumber')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:13:17 The query parameter `pageNumber` belongs to a different paging style than `limit`.',
      ],
    },
    {
      title: 'A parameter too many',
      edits: [editDefinition(breed, ofSize.replace('breed', 'pageSize'))],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:17 The query parameter `pageSize` belongs to a different paging style than `limit`.',
      ],
    },
    {
      title: 'A limit without an offset',
      edits: [editDefinition('- name: offset', '- name: age')],
      findings: ['apis/dog_park/v1/openapi.yaml:12:17 The query parameter `limit` has no matching `offset`.'],
    },
    {
      title: 'Names that always page',
      edits: [
        editDefinition(limit, ofSize.replace('breed', 'per_page')),
        editDefinition('- name: offset', '- name: page'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:12:17 The query parameter `per_page` belongs to neither paging style.',
        'apis/dog_park/v1/openapi.yaml:15:17 The query parameter `page` belongs to neither paging style.',
      ],
    },
    {
      title: 'A page number that is declared as a string',
      edits: [
        editDefinition(
          '- name: offset\n          in: query\n          description: Index of the first dog.\n          schema: { type: integer, minimum: 0, default: 0 }',
          '- name: page\n          in: query\n          description: Page of results.\n          schema: { type: string }',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:13:17 The query parameter `page` belongs to neither paging style.',
      ],
    },
    {
      title: 'A page number without a description beside a limit',
      edits: [
        editDefinition(
          '- name: offset\n          in: query\n          description: Index of the first dog.\n          schema: { type: integer, minimum: 0, default: 0 }',
          '- name: page\n          in: query\n          schema: { type: string }',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:13:17 The query parameter `page` belongs to neither paging style.',
      ],
    },
    {
      title: 'A page of something else',
      edits: [editDefinition(breed, '- { name: page, in: query, schema: { type: string } }')],
      findings: [],
    },
    {
      title: 'A page with the pattern of a number',
      edits: [
        editDefinition(breed, "- { name: page, in: query, schema: { type: string, pattern: '^[0-9]+$' } }"),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:19 The query parameter `page` belongs to neither paging style.',
      ],
    },
    {
      title: 'A token for the next page',
      edits: [editDefinition('- name: offset', '- name: pageToken')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:13:17 The query parameter `pageToken` belongs to neither paging style.',
      ],
    },
    {
      title: 'A start and a count, which are numbers',
      edits: [
        editDefinition(limit, ofSize.replace('breed', 'count')),
        editDefinition('- name: offset', '- name: start'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:12:17 The query parameter `count` belongs to neither paging style.',
        'apis/dog_park/v1/openapi.yaml:15:17 The query parameter `start` belongs to neither paging style.',
      ],
    },
    {
      title: 'Rows beside a start',
      edits: [
        editDefinition(limit, ofSize.replace('breed', 'rows')),
        editDefinition('- name: offset', '- name: start'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:12:17 The query parameter `rows` belongs to neither paging style.',
        'apis/dog_park/v1/openapi.yaml:15:17 The query parameter `start` belongs to neither paging style.',
      ],
    },
    {
      title: 'A count in place of the limit beside an offset',
      edits: [editDefinition(limit, ofSize.replace('breed', 'count'))],
      findings: [
        'apis/dog_park/v1/openapi.yaml:12:17 The query parameter `count` belongs to neither paging style.',
      ],
    },
    {
      title: 'A count beside a limit and an offset',
      edits: [editDefinition(breed, ofSize.replace('breed', 'count'))],
      findings: [],
    },
    {
      title: 'A time to start at, and an index to start at in a text',
      edits: [
        editDefinition(
          breed,
          "- { name: start_at, in: query, schema: { type: string, format: date-time } }\n        - { name: startAt, in: query, description: 'Index of the first dog.', schema: { type: string } }",
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:22:19 The query parameter `startAt` belongs to neither paging style.',
      ],
    },
    {
      title: 'A size of dogs, a flag and a date',
      edits: [
        editDefinition(
          breed,
          `${ofSize.replace('breed', 'size')}\n        - { name: count, in: query, schema: { type: boolean } }\n        - { name: start, in: query, schema: { type: string, format: date } }`,
        ),
      ],
      findings: [],
    },
    {
      title: 'Names that differ in their case, but are in camelCase too',
      edits: [
        editDefinition(limit, ofSize.replace('breed', 'pagesize')),
        editDefinition('- name: offset', '- name: pagenumber'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:12:17 The query parameter `pagesize` belongs to neither paging style.',
        'apis/dog_park/v1/openapi.yaml:15:17 The query parameter `pagenumber` belongs to neither paging style.',
      ],
    },
    {
      title: 'Names in another case, which another rule reports',
      edits: [
        editDefinition(limit, ofSize.replace('breed', 'page_size')),
        editDefinition('- name: offset', '- name: PageNumber'),
      ],
      findings: [],
    },
  ],
  checkDefinition: {
    parameter(parameter, { report }) {
      const found = parameter.location === 'query' ? pagesInPlace(parameter) : undefined;
      if (found) report(describeOther(parameter, found.instead));
    },
    operation(operation, { report }) {
      if (!readsCollection(operation)) return;
      const others = otherPaging(operation);
      for (const { parameter, instead } of others) report(describeOther(parameter, instead));
      const own = pagingParameters(operation);
      for (const [name, parameter] of misspeltIn(own)) report(describeOther(parameter, name));
      const finding = findMixedStyles(own) ?? (others.length === 0 ? findUnpaired(own) : undefined);
      if (finding) report(finding);
    },
  },
});

function describeOther(parameter: ParameterNode, instead: string | undefined): DefinitionFinding {
  return {
    at: parameterPlace(parameter),
    message: `The query parameter \`${parameter.name}\` belongs to neither paging style.`,
    help: adviseOnPaging(parameter, instead),
  };
}

/** Parameters of the two styles whose names are in camelCase, but with other capitals. */
function misspeltIn(own: PagingParameters): readonly (readonly [string, ParameterNode])[] {
  return Object.entries(own).filter(([name, parameter]) => {
    return parameter && parameter.name !== name && /^[a-z][A-Za-z]*$/.test(parameter.name);
  });
}
