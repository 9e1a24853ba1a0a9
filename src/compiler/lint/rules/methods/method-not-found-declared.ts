import { defineRule } from '#compiler/rule/define-rule.ts';
import { embeddedArrays } from '../../resources/plain-collection.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { identifyingParameters, valueWords } from '../../resources/identifying-parameters.ts';
import { successSchemas } from '../../resources/reads-collection.ts';
import type { OperationNode } from '#openapi/model.ts';

const notFound = "\n        '404': { $ref: '#/components/responses/NotFound' }";
const deleted = 'The dog is no longer registered.';

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
      edits: [editDefinition(`${deleted}${notFound}`, `${deleted}${notFound.replace("'404'", '4XX')}`)],
      findings: [],
    },
    {
      title: 'DELETE without it',
      edits: [editDefinition(`${deleted}${notFound}`, deleted)],
      findings: ['apis/dog_park/v1/openapi.yaml:84:7 The operation does not declare the response `404`.'],
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

/** Whether a status covers 404. A PUT with 201 creates the missing resource; another rule reports that status. */
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

/** Whether a GET returns a list: for the value of an attribute (`/dogs/{breed}`), it may be empty but not missing. */
function listsMany(operation: OperationNode): boolean {
  return (
    operation.method === 'GET' &&
    successSchemas(operation).some((schema) => schema.isArray || embeddedArrays(schema).length > 0)
  );
}
