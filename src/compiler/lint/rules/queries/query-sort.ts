import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import { declaringOperation, isDeclaredWith } from './advice/declared-parameters.ts';
import { parameterValues, textsOf, parameterPlace } from '#compiler/rule/parts/parameter-values.ts';
import { keywordPlace } from '#compiler/rule/parts/schema-members.ts';
import { sortsInPlace } from '../../resources/query-roles.ts';
import type { OperationNode, ParameterNode } from '#openapi/model.ts';
import type { ExampleValue } from '#openapi/plain-parts.ts';

const sort = 'schema: { type: string, default: name }';

/** Callers sort by one parameter that lists attributes. */
export const querySort = defineRule({
  name: 'query-sort',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'Callers sort with `sort`, a comma-separated list of attributes, with `-` for descending.',
  why: 'Callers can then sort every collection in the same way, by as many attributes as they need.',
  examples: [
    {
      title: 'Attributes, one of them descending',
      edits: [
        editDefinition(sort, 'schema: { type: string, default: -birthDate,+name, example: owner.name }'),
      ],
      findings: [],
    },
    {
      title: 'An array that is written as a parameter for each attribute',
      edits: [editDefinition(sort, 'schema: { type: array, items: { type: string } }')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:17:17 The query parameter `sort` does not separate its attributes with commas.',
      ],
    },
    {
      title: 'A direction among the items of a list',
      edits: [
        editDefinition(
          sort,
          'explode: false\n          schema: { type: array, items: { type: string, enum: [name, name desc] } }',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:70 The value `name desc` is not a list of attributes to sort by.',
      ],
    },
  ],
  checkDefinition: {
    parameter(parameter, { report }) {
      if (parameter.location !== 'query') return;
      const finding = parameter.name === 'sort' ? findProblem(parameter) : findOther(parameter);
      if (finding) report(finding);
    },
  },
});

const grammar = 'Write attributes separated by commas, with a `-` before each one that is descending.';

function findOther(parameter: ParameterNode): DefinitionFinding | undefined {
  const said = sortsInPlace(parameter);
  if (said === undefined) return undefined;
  return {
    at: parameterPlace(parameter),
    message: `The query parameter \`${parameter.name}\` is used instead of \`sort\`.`,
    help: adviseOnOther(parameter, said),
  };
}

function adviseOnOther(parameter: ParameterNode, said: 'attributes' | 'direction'): string {
  if (said === 'direction') return adviseOnDirection(parameter);
  return isDeclaredWith(parameter, 'sort')
    ? 'Combine it with `sort`, as a list of attributes, with a `-` before each one that is descending.'
    : 'Name it `sort`, a list of attributes that commas separate, with a `-` before each one that is descending.';
}

/** The advice on a parameter for the direction; the operation needs `sort` if it has no parameter for attributes. */
function adviseOnDirection(parameter: ParameterNode): string {
  const operation = declaringOperation(parameter);
  return operation && !sorts(operation)
    ? 'Offer `sort` instead, a list of attributes with a `-` before each one that is descending.'
    : 'Use a `-` before an attribute of `sort` for descending order.';
}

/** Whether an operation has a parameter for the attributes to sort by. */
const sorts = oncePer(({ query }: OperationNode): boolean =>
  [...query.values()].some((one) => one.name === 'sort' || sortsInPlace(one) === 'attributes'),
);

function findProblem(parameter: ParameterNode): DefinitionFinding | undefined {
  const { schema } = parameter;
  const types = (schema?.types ?? []).filter((type) => type !== 'null');
  if (schema && types.some((type) => type !== 'string' && type !== 'array')) {
    const message = 'The query parameter `sort` is neither a string nor an array.';
    const help =
      'Write `type: string`, for attributes separated by commas, with a `-` before each one that is descending.';
    return { at: keywordPlace(schema, 'type'), message, help };
  }
  if (parameter.isRepeated) {
    const message = 'The query parameter `sort` does not separate its attributes with commas.';
    return { at: parameterPlace(parameter), message, help: adviseOnList(parameter) };
  }
  return findValue(parameter);
}

function adviseOnList({ document }: ParameterNode): string {
  return document.isSwagger ? 'Write `collectionFormat: csv`.' : 'Write `style: form` and `explode: false`.';
}

function findValue(parameter: ParameterNode): DefinitionFinding | undefined {
  for (const { value, pointer } of [...parameterValues(parameter), ...listedItems(parameter)]) {
    const wrong = textsOf(value).find((text) => !text.split(',').every(isAttribute));
    if (wrong === undefined) continue;
    const message = `The value \`${wrong}\` is not a list of attributes to sort by.`;
    return { at: pointer, message, help: grammar };
  }
  return undefined;
}

function listedItems({ schema }: ParameterNode): readonly ExampleValue[] {
  const items = schema?.items;
  const listed = items?.keyword('enum');
  if (!items || !Array.isArray(listed)) return [];
  return listed.map((value, index) => ({ value, pointer: keywordPlace(items, 'enum', index) }));
}

const direction = /(^|[\s:._-])(asc|desc)(ending)?\s*$|^\s*(asc|desc)\(/i;
const otherSigns = /[;|[{]|[+-]\s*$|^\s*([!~<>]|[+-]{2})/;

/**
 * Whether a text may be an attribute. Attributes are unknown, but a direction in words or by other signs is not one.
 */
function isAttribute(text: string): boolean {
  return !direction.test(text) && !otherSigns.test(text);
}
