import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { isDeclaredWith } from './advice/declared-parameters.ts';
import { parameterValues, textsOf, parameterPlace } from '#compiler/rule/parts/parameter-values.ts';
import { keywordPlace } from '#compiler/rule/parts/schema-members.ts';
import { toCamelCase } from '#compiler/rule/words/split-words.ts';
import { roleInPlace } from '../../resources/query-roles.ts';
import type { ParameterNode } from '#openapi/model.ts';

const breed = '- name: breed\n          in: query\n          schema: { type: string }';
const filter = '- name: filter\n          in: query\n          ';

/** Filters are one parameter for each attribute, or one string of entries. */
export const queryFilter = defineRule({
  name: 'query-filter',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary:
    'Filters are `attribute=value`, `attribute=op:value`, or one `filter` of entries `attribute[op]=value`.',
  why: 'Callers can then filter every collection in the same way.',
  examples: [
    { title: 'A parameter for an attribute', edits: [], findings: [] },
    {
      title: 'An object',
      edits: [editDefinition(breed, `${filter}style: deepObject\n          schema: { type: object }`)],
      findings: ['apis/dog_park/v1/openapi.yaml:24:27 The query parameter `filter` is not a string.'],
    },
    {
      title: 'A list that is written as a parameter for each entry',
      edits: [editDefinition(breed, `${filter}schema: { type: array, items: { type: string } }`)],
      findings: [
        'apis/dog_park/v1/openapi.yaml:21:17 The query parameter `filter` does not separate its entries with commas.',
      ],
    },
  ],
  checkDefinition: {
    parameter(parameter, { report }) {
      if (parameter.location !== 'query') return;
      const finding = parameter.name === 'filter' ? findProblem(parameter) : findOther(parameter);
      if (finding) report(finding);
    },
  },
});

const grammar =
  'Write entries such as `name[eq]=Rex`, separated by commas, or give a parameter that does not filter another name.';

function findOther(parameter: ParameterNode): DefinitionFinding | undefined {
  const { name } = parameter;
  if (roleInPlace(name)?.role !== 'filtering') return findComparison(parameter);
  return {
    at: parameterPlace(parameter),
    message: `The query parameter \`${name}\` is used instead of \`filter\`.`,
    help: adviseOnAttribute(name) ?? adviseOnName(parameter),
  };
}

/** The advice on `filter[age]`, `filter[age][gt]`, and `filter[owner][name]`, which is the name of an owner. */
function adviseOnAttribute(name: string): string | undefined {
  const texts = [...name.matchAll(/\[([\w.-]+)\]/g)].map(([, text = '']) => text);
  const last = texts.at(-1) ?? '';
  const compares = texts.length > 1 && (operators.test(last) || textOperators.test(last));
  const path = compares ? texts.slice(0, -1) : texts;
  if (path.length === 0) return undefined;
  const attribute = path.join('.');
  const values = compares ? `, for values such as \`${last}:value\`` : '';
  const entry = `${attribute}[${compares ? last : 'eq'}]=value`;
  return `Name it \`${toCamelCase(attribute)}\`${values}, or take \`${entry}\` as an entry of \`filter\`.`;
}

function adviseOnName(parameter: ParameterNode): string {
  if (isDeclaredWith(parameter, 'filter')) {
    return 'Combine it with `filter`, whose entries are such as `name[eq]=Rex`.';
  }
  const type = isText(parameter) ? '' : ' and make it a string';
  return `Rename it to \`filter\`${type}, with entries such as \`name[eq]=Rex\`, or give a parameter that does not filter another name.`;
}

/** Whether the type of a parameter is suitable: a string, or an array in one value. */
function isText({ schema, isRepeated }: ParameterNode): boolean {
  return (
    !isRepeated &&
    (schema?.types ?? []).every((type) => type === 'string' || type === 'array' || type === 'null')
  );
}

const operators = /^(eq|neq?|gte?|lte?|ge|le|n?in|i?like|between)$/i;
const textOperators = /^(not|contains|starts?_?with|ends?_?with)$/i;
const comparison = /^(?<attribute>[\w.]+)\[(?<operator>\w+)\]$/;

function findComparison(parameter: ParameterNode): DefinitionFinding | undefined {
  const { attribute, operator } = comparison.exec(parameter.name)?.groups ?? {};
  if (attribute === undefined || operator === undefined || !operators.test(operator)) return undefined;
  return {
    at: parameterPlace(parameter),
    message: `The query parameter \`${parameter.name}\` has a comparison in its name.`,
    help: `Name it \`${toCamelCase(attribute)}\`, for values such as \`${operator}:value\`, or take it as an entry of \`filter\`.`,
  };
}

function findProblem(parameter: ParameterNode): DefinitionFinding | undefined {
  const { schema, written } = parameter;
  if (written.mediaType !== undefined) {
    const message = 'The query parameter `filter` is described by `content` instead of `schema`.';
    return {
      at: parameter.pointerTo('content'),
      part: 'key',
      message,
      help: 'Write `schema: { type: string }`.',
    };
  }
  const types = (schema?.types ?? []).filter((type) => type !== 'null');
  if (schema && types.some((type) => type !== 'string' && type !== 'array')) {
    const message = 'The query parameter `filter` is not a string.';
    const help = 'Write `type: string`, or give a parameter that does not filter another name.';
    return { at: keywordPlace(schema, 'type'), message, help };
  }
  if (parameter.isRepeated) {
    const message = 'The query parameter `filter` does not separate its entries with commas.';
    return {
      at: parameterPlace(parameter),
      message,
      help: 'Write `type: string`, for entries separated by commas.',
    };
  }
  return findValue(parameter);
}

function findValue(parameter: ParameterNode): DefinitionFinding | undefined {
  for (const { value, pointer } of parameterValues(parameter)) {
    const wrong = textsOf(value).find((text) => !isEntries(text));
    if (wrong === undefined) continue;
    const message = `The value \`${wrong}\` does not filter by \`attribute[op]=value\`.`;
    return { at: pointer, message, help: grammar };
  }
  return undefined;
}

/** Whether a text is a list of entries. Only the first entry is checked, since a value may contain commas. */
function isEntries(text: string): boolean {
  return text === '' || /^\s*[A-Za-z_][\w.]*\[\w+\]=/.test(text);
}
