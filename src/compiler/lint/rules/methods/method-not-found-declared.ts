import { defineRule } from '#compiler/rule/define-rule.ts';
import { embeddedArrays } from '#compiler/rule/bodies/plain-collection.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { identifyingParameters, valueWords } from '#compiler/rule/paths/identifying-parameters.ts';
import { successSchemas } from '#compiler/rule/bodies/reads-collection.ts';
import type { OperationNode } from '#openapi/model.ts';

const notFound = "\n        '404': { $ref: '#/components/responses/NotFound' }";
const gone = 'The dog is no longer registered.';
const twoPaths = `  /dogs/{dogId}/walks/{date}:
    get:
      summary: Lists the walks of a day.
      parameters:
        - { name: dogId, in: path, required: true, schema: { type: string } }
        - { name: date, in: path, required: true, schema: { type: string, format: date } }
      responses:
        '200': { description: The walks. }
`;

/** An operation on a single resource declares that the resource may not exist. */
export const methodNotFoundDeclared = defineRule<'values'>({
  name: 'method-not-found-declared',
  section: '4.5',
  // A warning, since the table lists the allowed responses of a method, but does not require each to be declared.
  severity: 'warning',
  group: 'design',
  isConvention: true,
  summary: 'An operation on a single resource declares the response 404.',
  why: 'Any identifier can be unknown, so every caller sooner or later receives this response.',
  options: {
    values: {
      description:
        'Last words of the names of path parameters that are values, not identifiers of resources.',
      effect: 'allow',
      words: valueWords,
    },
  },
  examples: [
    {
      title: '404 on every operation of a single dog, and on none of the collection',
      edits: [],
      findings: [],
    },
    {
      title: 'A range',
      edits: [editDefinition(`${gone}${notFound}`, `${gone}${notFound.replace("'404'", '4XX')}`)],
      findings: [],
    },
    {
      title: 'A default',
      edits: [editDefinition(`${gone}${notFound}`, `${gone}${notFound.replace("'404'", 'default')}`)],
      findings: [],
    },
    {
      title: 'DELETE without it',
      edits: [editDefinition(`${gone}${notFound}`, gone)],
      findings: ['apis/dog_park/v1/openapi.yaml:84:7 The operation does not declare the response `404`.'],
    },
    {
      title: 'A dog by its name',
      edits: [
        editDefinition(`${gone}${notFound}`, gone),
        editDefinition('/dogs/{dogId}', '/dogs/{name}'),
        editDefinition('name: dogId', 'name: name'),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:84:7 The operation does not declare the response `404`.'],
    },
    {
      title: 'A compound identifier',
      edits: [
        editDefinition(`${gone}${notFound}`, gone),
        editDefinition('/dogs/{dogId}', '/dogs/{city},{name}'),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:84:7 The operation does not declare the response `404`.'],
    },
    {
      title: 'A kind of identifier',
      edits: [
        editDefinition(`${gone}${notFound}`, gone),
        editDefinition('/dogs/{dogId}', '/dogs/chip={chip}'),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:84:7 The operation does not declare the response `404`.'],
    },
    {
      title: 'A date is not an identifier',
      edits: [editDefinition('components:\n  parameters', `${twoPaths}components:\n  parameters`)],
      findings: [],
    },
    {
      title: 'One of a few values that all exist',
      edits: [
        editDefinition(`${gone}${notFound}`, gone),
        editDefinition('format: uuid', 'enum: [rex, bello]'),
      ],
      findings: [],
    },
    {
      title: 'A list of those that have an attribute',
      edits: [
        editDefinition(
          `schema: { $ref: '#/components/schemas/Dog' }`,
          `schema: { type: array, items: { $ref: '#/components/schemas/Dog' } }`,
        ),
        editDefinition(`        '404': { $ref: '#/components/responses/NotFound' }\n    put`, '    put'),
        editDefinition('/dogs/{dogId}', '/dogs/{breed}'),
        editDefinition('name: dogId', 'name: breed'),
      ],
      findings: [],
    },
    {
      title: 'A PUT that creates a missing resource, which another rule reports',
      edits: [
        editDefinition(
          `'204':\n          description: The dog is replaced.${notFound}`,
          "'201':\n          description: The dog is registered.",
        ),
      ],
      findings: [],
    },
  ],
  checkDefinition: {
    operation(operation, { report, options }) {
      if (!answersNotFound.includes(operation.method) || operation.responses.length === 0) return;
      if (operation.responses.some(({ status }) => coversNotFound(status))) return;
      if (!endsInIdentifier(operation, options.values)) return;
      report({
        at: operation.pointerTo('responses'),
        part: 'key',
        message: 'The operation does not declare the response `404`.',
        help: 'Declare `404` for a resource that does not exist.',
      });
    },
  },
});

const answersNotFound: readonly string[] = ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'];

/** A PUT with 201 creates a missing resource, which the rule on the responses of methods reports. */
function coversNotFound(status: string): boolean {
  return ['404', '4XX', 'default', '201'].includes(status);
}

function endsInIdentifier(operation: OperationNode, values: ReadonlySet<string>): boolean {
  const { path } = operation;
  const last = path.segments.at(-1);
  if (!last || listsMany(operation)) return false;
  return identifyingParameters(path, last, values).some((name) => {
    const parameter = operation.parameters.find((one) => one.location === 'path' && one.name === name);
    return parameter?.schema?.keyword('enum') === undefined;
  });
}

/** A list by the value of an attribute (`/dogs/{breed}`) may be empty. */
function listsMany(operation: OperationNode): boolean {
  return (
    operation.method === 'GET' &&
    successSchemas(operation).some((schema) => schema.isArray || embeddedArrays(schema).length > 0)
  );
}
