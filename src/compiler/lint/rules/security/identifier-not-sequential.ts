import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { isCounted } from './identifiers/is-counted.ts';
import { identifyingParameters, valueWords } from '../../resources/identifying-parameters.ts';
import { identifiersIn } from './identifiers/identifiers-in.ts';
import { isNumberOrText, isSequence } from '../../resources/is-sequence.ts';
import { placeOfType } from '#compiler/rule/parts/schema-members.ts';
import { readWords } from '#compiler/rule/words/split-words.ts';
import { resourceSchemas } from '../../resources/resource-schemas.ts';
import type { ParameterNode, PathNode, SchemaNode } from '#openapi/model.ts';

const ofParameter = 'schema: { type: string, format: uuid }\n    get:';
const ofProperty = 'dogId: { type: string, format: uuid }';
const isNumber = { type: 'schema: { type: integer }\n    get:' } as const;

/** The identifier of a resource is not a sequential number. */
export const identifierNotSequential = defineRule<'values'>({
  name: 'identifier-not-sequential',
  section: '5.7',
  severity: 'warning',
  group: 'design',
  isConvention: true,
  summary: 'The identifier of a resource is not a number.',
  why: 'Anyone who knows one number of a sequence can guess the others and how many exist.',
  options: {
    values: {
      description:
        'Last words of the names of path parameters that are values, not identifiers of resources.',
      effect: 'allow',
      words: [
        ...valueWords,
        ...readWords(
          'number no num nr code type platform episode frame fragment step x y z n qty width height',
        ),
      ],
    },
  },
  examples: [
    { title: 'A UUID', edits: [], findings: [] },
    {
      title: 'A number in the path',
      edits: [editDefinition(ofParameter, isNumber.type)],
      findings: ['apis/dog_park/v1/openapi.yaml:51:25 The identifier `dogId` is a number.'],
    },
    {
      title: 'Digits of a fixed length, which are not counted',
      edits: [editDefinition(ofProperty, "dogId: { type: string, pattern: '^\\d{15}$' }")],
      findings: [],
    },
  ],
  checkDefinition: {
    path(path, { report, options: { values } }) {
      const numbers = numbersIn(path);
      if (numbers.length === 0) return;
      const names = new Set(path.segments.flatMap((segment) => identifyingParameters(path, segment, values)));
      for (const { parameter, schema } of numbers) {
        if (!names.has(parameter.name) || !isCounted(parameter.name, parameter)) continue;
        report(toFinding(parameter.name, schema, placeInParameter(parameter, schema)));
      }
    },
    definition(document, { report }) {
      for (const part of new Set(resourceSchemas(document).flatMap(({ parts }) => parts))) {
        for (const property of identifiersIn(part)) {
          const { name, schema } = property;
          if (schema && isSequence(schema) && isCounted(name, schema))
            report(toFinding(name, schema, placeOfType(property)));
        }
      }
    },
  },
});

function toFinding(
  name: string,
  schema: SchemaNode,
  place: Pick<DefinitionFinding, 'at' | 'part'>,
): DefinitionFinding {
  return {
    ...place,
    message: `The identifier \`${name}\` ${describe(schema)}.`,
    help: 'Use an identifier that cannot be guessed, such as a UUID: `type: string`, `format: uuid`.',
  };
}

function describe(schema: SchemaNode): string {
  if (isNumberOrText(schema)) return 'may be a number';
  return schema.isOnly('string') ? 'is a number in a string' : 'is a number';
}

/** The path parameters that are numbers, including those that the operations of the path declare. */
function numbersIn(
  path: PathNode,
): readonly { readonly parameter: ParameterNode; readonly schema: SchemaNode }[] {
  const declared = new Set([
    ...path.ownParameters,
    ...path.operations.flatMap(({ parameters }) => parameters),
  ]);
  return [...declared].flatMap((parameter) => {
    const schema = parameter.location === 'path' ? parameter.schema : undefined;
    return schema && isSequence(schema) ? [{ parameter, schema }] : [];
  });
}

/**
 * The place of the type if it is inside the parameter, otherwise the name: a referenced type may be right for other
 * uses.
 */
function placeInParameter(
  parameter: ParameterNode,
  schema: SchemaNode,
): Pick<DefinitionFinding, 'at' | 'part'> {
  const isOwn =
    `${schema.pointer}/`.startsWith(`${parameter.pointer}/`) && schema.value['type'] !== undefined;
  return { at: isOwn ? schema.pointerTo('type') : parameter.pointerTo('name') };
}
