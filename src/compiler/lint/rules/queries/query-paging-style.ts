import { adviseOnPaging } from './advice/advise-on-paging.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { otherPaging } from './paging/other-paging.ts';
import {
  pagingParameters,
  type PagingParameters,
  otherPagingRole,
} from '../../resources/paging-parameters.ts';
import { findMixedStyles, findUnpaired } from './paging/paging-pairs.ts';
import { parameterPlace } from '#compiler/rule/parts/parameter-values.ts';
import { readsCollection } from '../../resources/reads-collection.ts';
import type { ParameterNode } from '#openapi/model.ts';

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
      title: 'One of each style',
      edits: [editDefinition('- name: offset', '- name: pageNumber')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:13:17 The query parameter `pageNumber` belongs to a different paging style than `limit`.',
      ],
    },
    {
      title: 'A limit without an offset',
      edits: [editDefinition('- name: offset', '- name: age')],
      findings: ['apis/dog_park/v1/openapi.yaml:12:17 The query parameter `limit` has no matching `offset`.'],
    },
  ],
  checkDefinition: {
    parameter(parameter, { report }) {
      const found = parameter.location === 'query' ? otherPagingRole(parameter) : undefined;
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
