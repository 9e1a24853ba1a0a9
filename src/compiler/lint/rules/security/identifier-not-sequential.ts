import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { definitionFile, editDefinition } from '#compiler/rule/example-edits.ts';
import { isCounted } from '#compiler/rule/identifiers/is-counted.ts';
import { identifyingParameters, valueWords } from '#compiler/rule/paths/identifying-parameters.ts';
import { identifiersIn } from '#compiler/rule/identifiers/identifiers-in.ts';
import { isNumberOrText, isSequence } from '#compiler/rule/identifiers/is-sequence.ts';
import { placeOfType } from '#compiler/rule/bodies/schema-members.ts';
import { readWords } from '#compiler/rule/words/split-words.ts';
import { resourceSchemas } from '#compiler/rule/bodies/resource-schemas.ts';
import type { ParameterNode, PathNode, SchemaNode } from '#openapi/model.ts';

const ofParameter = 'schema: { type: string, format: uuid }\n    get:';
const ofProperty = 'dogId: { type: string, format: uuid }';
const isNumber = { type: 'schema: { type: integer }\n    get:' } as const;
const withPath = (path: string, parameter: string) =>
  editDefinition(
    'components:\n  parameters',
    `  ${path}:
    parameters:
      - { in: path, required: true, ${parameter} }
    get:
      responses:
        '200': { description: Some. }
        '404': { description: None. }
components:
  parameters`,
  );

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
      title: 'A number in the path, under a name that does not end in id',
      edits: [withPath('/parks/{park}', 'name: park, schema: { type: integer, format: int64 }')],
      findings: ['apis/dog_park/v1/openapi.yaml:90:65 The identifier `park` is a number.'],
    },
    {
      title:
        'A coordinate of a tile and a kind, an identifier that begins with `id`, and one without separators',
      edits: [
        withPath('/tiles/{z}', 'name: z, schema: { type: integer }'),
        withPath('/members/{memberType}', 'name: memberType, schema: { type: integer }'),
        withPath('/score/{gameid}', 'name: gameid, schema: { type: integer }'),
        withPath('/score/{braid}', 'name: braid, schema: { type: integer }'),
        withPath('/accounts/{id_account}', 'name: id_account, schema: { type: integer }'),
        withPath('/lookup/{id_type}', 'name: id_type, schema: { type: integer }'),
        withPath('/lookup/{idCount}', 'name: idCount, schema: { type: integer }'),
        withPath('/lookup/{idNumber}', 'name: idNumber, schema: { type: integer }'),
        withPath('/frames/{id}', "name: id, description: 'Index, starts at `0`.', schema: { type: integer }"),
        withPath('/cats/{id}', 'name: id, description: Number; starts at 0., schema: { type: integer }'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:104:67 The identifier `gameid` is a number.',
        'apis/dog_park/v1/openapi.yaml:118:71 The identifier `id_account` is a number.',
        'apis/dog_park/v1/openapi.yaml:153:98 The identifier `id` is a number.',
      ],
    },
    {
      title: 'A kind whose name is the singular of the collection before it',
      edits: [
        withPath('/event_types/{eventType}', 'name: eventType, schema: { type: integer }'),
        withPath('/platforms/{platform}', 'name: platform, schema: { type: integer }'),
        withPath('/years/{year}', 'name: year, schema: { type: integer }'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:90:70 The identifier `eventType` is a number.',
        'apis/dog_park/v1/openapi.yaml:97:69 The identifier `platform` is a number.',
      ],
    },
    {
      title: 'One part of a compound identifier',
      edits: [
        withPath(
          '/tags/{city},{tag}',
          'name: tag, schema: { type: integer } }\n      - { in: path, required: true, name: city, schema: { type: string }',
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:90:64 The identifier `tag` is a number.'],
    },
    {
      title: 'A kind of identifier',
      edits: [withPath('/dogs/chip={chip}', 'name: chip, schema: { type: integer }')],
      findings: ['apis/dog_park/v1/openapi.yaml:90:65 The identifier `chip` is a number.'],
    },
    {
      title: 'Numbers that are declared as strings, by their format or their pattern',
      edits: [
        editDefinition(ofParameter, "schema: { type: string, pattern: '^[0-9]+$' }\n    get:"),
        editDefinition(ofProperty, 'dogId: { type: string, format: int64 }'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:125:28 The identifier `dogId` is a number in a string.',
        'apis/dog_park/v1/openapi.yaml:51:25 The identifier `dogId` is a number in a string.',
      ],
    },
    {
      title: 'Numbers or strings',
      edits: [
        editDefinition(ofParameter, 'schema: { oneOf: [{ type: integer }, { type: string }] }\n    get:'),
        editDefinition(ofProperty, 'dogId: { type: [integer, string] }'),
        editDefinition('openapi: 3.0.3', 'openapi: 3.1.0'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:125:28 The identifier `dogId` may be a number.',
        'apis/dog_park/v1/openapi.yaml:48:15 The identifier `dogId` may be a number.',
      ],
    },
    {
      title: 'Digits of a fixed length, which are not counted',
      edits: [editDefinition(ofProperty, "dogId: { type: string, pattern: '^\\d{15}$' }")],
      findings: [],
    },
    {
      title: 'Numbers that are values, and one of a few',
      edits: [
        withPath('/walks/{year}', 'name: year, schema: { type: integer }'),
        withPath('/retries/{numRetries}', 'name: numRetries, schema: { type: integer }'),
        withPath('/houses/{house_number}', 'name: house_number, schema: { type: integer }'),
        withPath('/films/{filmHash}', 'name: filmHash, schema: { type: integer }'),
        withPath('/sizes/{size_id}', 'name: size_id, schema: { type: integer, enum: [1, 2, 3] }'),
        withPath('/convert/{miles}', 'name: miles, schema: { type: number }'),
        withPath('/wallets/{wallet}', 'name: wallet, schema: { type: integer, minimum: 1, maximum: 7 }'),
      ],
      findings: [],
    },
    {
      title: 'A shared parameter is reported once, where it is declared',
      edits: [
        withPath('/parks/{parkId}', "$ref: '#/components/parameters/ParkId'"),
        withPath('/parks/{parkId}/dogs', "$ref: '#/components/parameters/ParkId'"),
        editDefinition('in: path, required: true, $ref', '$ref'),
        editDefinition('in: path, required: true, $ref', '$ref'),
        editDefinition(
          '  headers:\n    ETag:',
          '    ParkId: { name: parkId, in: path, required: true, schema: { type: integer } }\n  headers:\n    ETag:',
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:109:71 The identifier `parkId` is a number.'],
    },
    {
      title: 'Numbers in a body: its own identifier, and that of a resource',
      edits: [
        editDefinition(ofProperty, 'dogId: { type: integer }\n            id: { type: [integer, "null"] }'),
        editDefinition('openapi: 3.0.3', 'openapi: 3.1.0'),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:125:28 The identifier `dogId` is a number.',
        'apis/dog_park/v1/openapi.yaml:126:25 The identifier `id` is a number.',
      ],
    },
    {
      title: 'A type that is used for identifiers and for more',
      edits: [
        editDefinition(ofProperty, "dogId: { $ref: '#/components/schemas/Long' }"),
        editDefinition('    Link:\n', '    Long: { type: integer, format: int64 }\n    Link:\n'),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:125:13 The identifier `dogId` is a number.'],
    },
    {
      title: 'Numbers that do not identify a resource, and a remote call with a number',
      edits: [
        editDefinition(
          ofProperty,
          'processId: { type: integer }\n            jsonrpc: { type: string }\n            id: { type: integer }',
        ),
      ],
      findings: [],
    },
    {
      title: 'Numbers that a standard sets, and the identifier of a resource that has one',
      edits: [
        withPath('/vlans/{vlanId}', 'name: vlanId, schema: { type: integer }'),
        withPath('/books/{isbn}', 'name: isbn, schema: { type: integer }'),
        withPath('/toys/{altId}', 'name: altId, description: Product EAN., schema: { type: integer }'),
        withPath('/vlan_groups/{vlanGroupId}', 'name: vlanGroupId, schema: { type: integer }'),
        editDefinition(ofProperty, 'vlanId: { type: integer }'),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:111:72 The identifier `vlanGroupId` is a number.'],
    },
    {
      title: 'A nested resource is reported where it is a resource itself',
      edits: [editDefinition(ofProperty, 'owner: { type: object, properties: { id: { type: integer } } }')],
      findings: [],
    },
    {
      title: 'What an array is made of, and an alternative',
      edits: [
        editDefinition(
          "schema: { $ref: '#/components/schemas/DogPage' }",
          'schema: { type: array, items: { oneOf: [{ properties: { id: { type: integer } } }] } }',
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:29:83 The identifier `id` is a number.'],
    },
    {
      title: 'Swagger 2.0',
      edits: [
        {
          file: definitionFile,
          content: `swagger: '2.0'
info: { title: Dog park, version: '1' }
paths:
  /dogs/{dogId}:
    get:
      parameters:
        - name: dogId
          in: path
          required: true
          type: integer
      responses:
        '200': { description: The dog. }
`,
        },
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:10:17 The identifier `dogId` is a number.'],
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

/** The parameters in a path that are numbers, those of its operations included. */
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

/** A type that a parameter refers to may be right for others. */
function placeInParameter(
  parameter: ParameterNode,
  schema: SchemaNode,
): Pick<DefinitionFinding, 'at' | 'part'> {
  const isOwn =
    `${schema.pointer}/`.startsWith(`${parameter.pointer}/`) && schema.value['type'] !== undefined;
  return { at: isOwn ? schema.pointerTo('type') : parameter.pointerTo('name') };
}
