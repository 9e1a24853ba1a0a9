import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { keywordPlace } from '#compiler/rule/parts/schema-members.ts';
import { firstPositions, isCount, lowerBound, saysOtherStart } from './paging/first-position.ts';
import { pagingParameters, type PagingParameters } from '../../resources/paging-parameters.ts';
import { parameterValues } from '#compiler/rule/parts/parameter-values.ts';
import { readsCollection } from '../../resources/reads-collection.ts';
import type { ParameterNode, SchemaNode } from '#openapi/model.ts';

const offset = 'minimum: 0, default: 0';
const toPage = editDefinition('- name: offset', '- name: pageNumber');

/** Paging parameters are whole numbers that count from the start of the style. */
export const queryPagingTypes = defineRule({
  name: 'query-paging-types',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'Paging parameters are integers: `offset` counts from zero, `pageNumber` from one.',
  why: 'A client that counts from another number misses entries or reads some of them twice.',
  examples: [
    { title: 'An offset from zero and a limit from one', edits: [], findings: [] },
    {
      title: 'An offset from one',
      edits: [editDefinition(offset, 'minimum: 1, default: 1')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:16:45 The query parameter `offset` counts from 1 instead of 0.',
      ],
    },
    {
      title: 'A page number from zero',
      edits: [
        toPage,
        editDefinition(
          `integer, ${offset}`,
          'integer, exclusiveMinimum: false, minimum: 0, default: 0, example: 0',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:16:70 The query parameter `pageNumber` counts from 0 instead of 1.',
      ],
    },
  ],
  checkDefinition: {
    operation(operation, { report }) {
      const own = pagingParameters(operation);
      if (!isPaged(own) && !readsCollection(operation)) return;
      for (const name of ['limit', 'offset', 'pageSize', 'pageNumber'] as const) {
        const parameter = own[name];
        const finding = parameter && findProblem(parameter, firstPositions[name]);
        if (finding) report(finding);
      }
    },
  },
});

function isPaged({ limit, offset: start, pageSize, pageNumber }: PagingParameters): boolean {
  return (limit !== undefined && start !== undefined) || (pageSize !== undefined && pageNumber !== undefined);
}

/** The first problem of a parameter, since its start is often declared more than once. */
function findProblem(parameter: ParameterNode, base: number | undefined): DefinitionFinding | undefined {
  const { schema, name } = parameter;
  if (schema && !isCount(parameter)) {
    const message = `The query parameter \`${name}\` is not an integer.`;
    return { at: keywordPlace(schema, 'type'), message, help: adviseOnType(parameter, base) };
  }
  if (base === undefined) return undefined;
  return findMinimum(parameter, base) ?? findValue(parameter, base) ?? findInText(parameter, base);
}

/** The advice on the type. The start of a page may be a token, which an integer has to replace. */
function adviseOnType(parameter: ParameterNode, base: number | undefined): string {
  const isToken =
    base !== undefined &&
    /\b(token|cursor|(last|next|start)[_ ]?key)\b/i.test(parameter.text('description') ?? '');
  return `Write \`type: integer\`${isToken ? ', and take the index of the first element instead of a token' : ''}.`;
}

/**
 * Reports a lower bound that is not the first position, except a negative one, which generators derive from types of
 * programming languages.
 */
function findMinimum({ name, schema }: ParameterNode, base: number): DefinitionFinding | undefined {
  const [keyword, minimum] = lowerBound(schema);
  if (!schema || keyword === undefined || minimum < 0 || minimum === base) return undefined;
  return {
    at: keywordPlace(schema, keyword),
    message: `The query parameter \`${name}\` counts from ${minimum} instead of ${base}.`,
    help: `Write \`minimum: ${base}\`${isOtherDefault(schema, base) ? ` and \`default: ${base}\`` : ''}.`,
  };
}

function isOtherDefault(schema: SchemaNode, base: number): boolean {
  const fallback = schema.keyword('default');
  return typeof fallback === 'number' && fallback !== base;
}

/** Reports a default that is not the first position, and values before the first position. */
function findValue(parameter: ParameterNode, base: number): DefinitionFinding | undefined {
  const { schema, name } = parameter;
  const fallback = schema?.keyword('default');
  if (schema && typeof fallback === 'number' && fallback !== base) {
    const message = `The query parameter \`${name}\` defaults to ${fallback} instead of ${base}.`;
    return { at: keywordPlace(schema, 'default'), message, help: `Write \`default: ${base}\`.` };
  }
  for (const { value, pointer } of parameterValues(parameter)) {
    if (typeof value !== 'number' || value >= base) continue;
    const message = `The query parameter \`${name}\` cannot be ${value}.`;
    return { at: pointer, message, help: `Write \`${base}\`.` };
  }
  return undefined;
}

function findInText(parameter: ParameterNode, base: number): DefinitionFinding | undefined {
  if (!saysOtherStart(parameter, base)) return undefined;
  const message = `The description of \`${parameter.name}\` contradicts counting from ${base}.`;
  return { at: parameter.pointerTo('description'), message, help: `Describe it as counting from ${base}.` };
}
