import { isJsonObject, type Json } from '#compiled/json.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { isBodyless } from './table/method-table.ts';
import { listSome } from '#compiler/rule/words/list-names.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import type { BodyNode, OperationNode, SchemaNode } from '#openapi/model.ts';

const body = `requestBody:
        content:
          application/json:
            schema: { $ref: '#/components/schemas/NewDog' }`;

/** Reading and deleting need only the URL of the resource. */
export const requestBodyAllowed = defineRule({
  name: 'request-body-allowed',
  section: '4.5',
  // A warning: HTTP gives such a body no meaning, but no requirement excludes it.
  severity: 'warning',
  group: 'design',
  summary: 'GET, HEAD and DELETE requests have no body.',
  why: 'HTTP does not define a body for these methods, so caches and proxies ignore it, drop it or refuse the call.',
  examples: [
    { title: 'POST and PUT with a body', edits: [], findings: [] },
    {
      title: 'A body without a media type counts as none',
      edits: [editDefinition('summary: Takes a', 'requestBody: { content: {} }\n      summary: Takes a')],
      findings: [],
    },
    {
      title: 'GET with a body',
      edits: [editDefinition('summary: Lists the dogs.', body)],
      findings: ['apis/dog_park/v1/openapi.yaml:10:7 A GET should not have a body.'],
    },
  ],
  checkDefinition: {
    operation(operation, { report }) {
      if (!isBodyless(operation.method)) return;
      const at = bodyPointer(operation);
      if (at === undefined) return;
      report({
        at,
        part: operation.document.isSwagger ? 'value' : 'key',
        message: `A ${operation.method} should not have a body.`,
        help: adviseOn(operation),
      });
    },
  },
});

function adviseOn({ method, requestBody }: OperationNode): string {
  if (requestBody?.bodies.every(isEmpty) === true) return 'Remove it, since it declares no content.';
  const fields = requestBody?.bodies.map(fieldsOf).find(({ length }) => length > 0) ?? [];
  if (fields.length > 0 && method !== 'DELETE') return `Declare ${listSome(fields)} as query parameters.`;
  if (method !== 'DELETE') return 'Use query parameters, or create a resource such as a search with POST.';
  return 'Identify in the path what to delete, and send options as query parameters. For lists and secrets, create a resource such as a deletion with POST.';
}

/** The names of the fields of a form. */
function fieldsOf({ fields, mediaType, schema }: BodyNode): readonly string[] {
  if (fields) return fields.map(({ name }) => name);
  return mediaType.startsWith('multipart/') ? [...(schema?.properties.keys() ?? [])] : [];
}

/** Whether neither the schema nor an example of a body has any content. */
function isEmpty({ schema, writtenSchema, swaggerFields, examples }: BodyNode): boolean {
  if (swaggerFields !== undefined || examples.some(({ value }) => hasContent(value))) return false;
  if (schema === undefined) return writtenSchema === undefined;
  return declaresNoMembers(schema);
}

function hasContent(example: Json): boolean {
  return !['', '{}', '[]', 'null'].includes(typeof example === 'string' ? example : JSON.stringify(example));
}

/** Whether a schema declares no members, like `{ type: object, properties: {} }`. */
function declaresNoMembers({ value, examples }: SchemaNode): boolean {
  const { properties, type = 'object', additionalProperties = false, ...others } = value;
  const isBare = Object.keys(others).every((key) => ['title', 'description'].includes(key));
  if (!isBare || type !== 'object' || additionalProperties !== false || examples.length > 0) return false;
  return isJsonObject(properties) && Object.keys(properties).length === 0;
}

/** The pointer of the request body; undefined if its `content` has no media type, and so declares nothing. */
function bodyPointer(operation: OperationNode): string | undefined {
  const { requestBody } = operation;
  return requestBody && requestBody.bodies.length > 0 ? requestBody.usedAtPointer : undefined;
}
