import { isJsonObject } from '#compiled/json.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { errorBodies, isOfSuccess, saysWhatIsWrong } from '#compiler/rule/bodies/error-bodies.ts';
import { definitionFile, editDefinition } from '#compiler/rule/example-edits.ts';
import { lackingMessage, type LackingSchema } from '#compiler/rule/bodies/lacking-message.ts';
import type { BodyNode, SchemaNode } from '#openapi/model.ts';

const error = `    Error:
      type: object
      required: [message]
      properties:
        message: { type: string }
        developerMessage: { type: string }
        moreInformation: { type: string, format: uri }
        code: { type: string }
        errors:
          type: array
          items:
            type: object
            properties:
              message: { type: string }
`;
const errorIs = (schema: string) => editDefinition(error, `    Error:\n${schema}`);
const noMessage = 'The error body has neither `message` nor `errors`.';

/** The text of an error is always in the same fields. */
export const errorBody = defineRule({
  name: 'error-body',
  section: '7.2',
  // An error: sending such a body is only recommended, but its content is required.
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'An error body has a `message`, or `errors` whose items each have one.',
  why: 'A client can then show the errors of all APIs with the same code.',
  examples: [
    { title: 'Both', edits: [], findings: [] },
    {
      title: 'Only `errors`',
      edits: [
        errorIs(
          '      properties:\n        errors:\n          type: array\n          items: { type: object, properties: { message: { type: string } } }\n',
        ),
      ],
      findings: [],
    },
    {
      title: 'The shape that frameworks generate',
      edits: [
        errorIs(
          '      properties:\n        errors:\n          type: object\n          properties: { code: { type: integer }, status: { type: string }, message: { type: string }, subErrors: { type: array, items: {} } }\n',
        ),
      ],
      findings: [],
    },
    {
      title: 'A message that is taken in by allOf, and one of two alternatives that each have one',
      edits: [
        errorIs(
          "      oneOf:\n        - allOf: [{ $ref: '#/components/schemas/Told' }, { properties: { code: { type: string } } }]\n        - properties: { errors: { type: array, items: { $ref: '#/components/schemas/Told' } } }\n    Told: { type: object, properties: { message: { type: string } } }\n",
        ),
      ],
      findings: [],
    },
    { title: 'Free-form', edits: [errorIs('      type: object\n')], findings: [] },
    { title: 'A schema that says nothing', edits: [errorIs('      description: Whatever.\n')], findings: [] },
    {
      title: 'Fields with other names, reported once',
      edits: [
        errorIs(
          '      type: object\n      properties: { error: { type: string }, code: { type: string } }\n',
        ),
      ],
      findings: [`apis/dog_park/v1/openapi.yaml:156:7 ${noMessage}`],
    },
    {
      title: 'A message that is wrapped',
      edits: [
        errorIs(
          '      properties:\n        error: { type: object, properties: { message: { type: string } } }\n',
        ),
      ],
      findings: [`apis/dog_park/v1/openapi.yaml:155:7 ${noMessage}`],
    },
    {
      title: 'Errors that are bare strings',
      edits: [
        errorIs(
          '      properties:\n        errors:\n          type: array\n          items: { type: string }\n',
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:158:26 The items of `errors` have no `message`.'],
    },
    {
      title: 'One alternative without a message',
      edits: [
        errorIs(
          '      oneOf:\n        - properties: { message: { type: string } }\n        - properties: { fault: { type: string } }\n',
        ),
      ],
      findings: [`apis/dog_park/v1/openapi.yaml:157:11 ${noMessage}`],
    },
    {
      title: 'Alternatives that only say which fields are required',
      edits: [
        errorIs(
          '      anyOf: [{ required: [fault] }, { required: [code] }]\n      properties: { fault: { type: string }, code: { type: string } }\n',
        ),
      ],
      findings: [`apis/dog_park/v1/openapi.yaml:156:7 ${noMessage}`],
    },
    {
      title: 'An array',
      edits: [errorIs('      type: array\n      items: { type: string }\n')],
      findings: [`apis/dog_park/v1/openapi.yaml:155:13 ${noMessage}`],
    },
    {
      title: 'A problem detail',
      edits: [
        errorIs(
          '      type: object\n      properties:\n        type: { type: string }\n        title: { type: string }\n        detail: { type: string }\n',
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:156:7 The error body is a problem detail (RFC 9457), which has neither `message` nor `errors`.',
      ],
    },
    {
      title: 'A format that defines its errors',
      edits: [
        editDefinition(
          "application/json:\n          schema: { $ref: '#/components/schemas/Error' }\n          example: { message: There is no such breed., code: breed_unknown }",
          'application/scim+json:\n          schema: { properties: { detail: { type: string }, scimType: { type: string, nullable: true } } }',
        ),
      ],
      findings: [],
    },
    {
      title: 'A response to HEAD, which has no body',
      edits: [
        editDefinition(
          'components:\n',
          "  /cats:\n    head: { responses: { '404': { description: None., content: { application/json: { schema: { type: object, properties: { code: {} } } } } } } }\ncomponents:\n",
        ),
      ],
      findings: [],
    },
    {
      title: 'Examples where the schema is open, with a message and without one',
      edits: [
        errorIs('      type: object\n'),
        editDefinition(
          'example: { message: There is no such breed., code: breed_unknown }',
          `examples:
            breed: { value: { errors: { code: 404, message: There is no such breed. } } }
            size: { value: { fault: There is no such size. } }`,
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:106:28 The example of an error has neither `message` nor `errors`.',
      ],
    },
    {
      title: 'A schema that refers to itself',
      edits: [
        errorIs(
          "      anyOf:\n        - $ref: '#/components/schemas/Error'\n        - properties: { cause: { $ref: '#/components/schemas/Error' } }\n",
        ),
      ],
      findings: [`apis/dog_park/v1/openapi.yaml:157:11 ${noMessage}`],
    },
    {
      title: 'A default with the body of a success, which describes all responses',
      edits: [
        {
          file: definitionFile,
          content: `openapi: 3.0.3
info: { title: Dog park, version: '1' }
paths:
  /dogs:
    get:
      responses:
        '200': { description: The dogs., content: { application/json: { schema: { $ref: '#/components/schemas/Dogs' } } } }
        default: { description: The dogs., content: { application/json: { schema: { $ref: '#/components/schemas/Dogs' } } } }
components: { schemas: { Dogs: { properties: { names: { type: string } } } } }
`,
        },
      ],
      findings: [],
    },
    {
      title: 'A default that has the properties of the success',
      edits: [
        {
          file: definitionFile,
          content: `swagger: '2.0'
info: { title: Dog park, version: '1' }
produces: [application/json]
paths:
  /dogs:
    post:
      responses:
        '200':
          description: It.
          schema: { properties: { id: { type: string }, name: { type: string }, breed: { type: string } } }
        default:
          description: It.
          schema: { properties: { id: { type: integer }, name: { type: string }, breed: { type: string } } }
`,
        },
      ],
      findings: [],
    },
    {
      title: 'A default next to a success is an error; on its own it may be anything',
      edits: [
        {
          file: definitionFile,
          content: `swagger: '2.0'
info: { title: Dog park, version: '1' }
produces: [application/json]
paths:
  /dogs:
    get:
      responses:
        '200': { description: The dogs. }
        default:
          description: An error.
          schema: { type: object, properties: { reason: { type: string } } }
    post:
      responses:
        default:
          description: The dog.
          schema: { type: object, properties: { name: { type: string } } }
`,
        },
      ],
      findings: [`apis/dog_park/v1/openapi.yaml:11:35 ${noMessage}`],
    },
  ],
  checkDefinition: {
    definition(document, { report }) {
      for (const body of errorBodies(document)) {
        const lacking = body.schema ? lackingMessage(body.schema) : [];
        for (const one of lacking) {
          report({
            ...toFinding(one),
            related: [{ message: 'a response with it', at: body.response?.statusPointer ?? '', part: 'key' }],
          });
        }
        if (lacking.length === 0) findInExamples(body).forEach(report);
      }
    },
  },
});

/** Tools generate an object without members if there is no example. */
function findInExamples({ examples, schema }: BodyNode): readonly DefinitionFinding[] {
  return [...examples, ...(schema?.examples ?? [])]
    .filter(({ value }) => isJsonObject(value) && Object.keys(value).length > 0 && !saysWhatIsWrong(value))
    .map(({ pointer }) => ({
      at: pointer,
      message: 'The example of an error has neither `message` nor `errors`.',
      help: adviceFor('body'),
    }));
}

function toFinding({ schema, of }: LackingSchema): DefinitionFinding {
  return {
    ...placeOf(schema),
    message: of === 'errors' ? 'The items of `errors` have no `message`.' : messageFor(schema),
    help: of === 'body' && isOfSuccess(schema) ? ownBody : adviceFor(of),
  };
}

function messageFor({ properties }: SchemaNode): string {
  const isProblem = properties.has('title') && properties.has('detail');
  const subject = isProblem ? 'is a problem detail (RFC 9457), which has' : 'has';
  return `The error body ${subject} neither \`message\` nor \`errors\`.`;
}

const fields = 'a `message`, a string for the user, or `errors`, an array of objects with a `message` each.';
const ownBody = `Return another body than after success: one with ${fields}`;

function adviceFor(of: LackingSchema['of']): string {
  return of === 'errors'
    ? 'Make `errors` an array of objects, each with a string `message`.'
    : `Give the body itself ${fields}`;
}

/** The location of the list of fields, or of what shows that there are none. */
function placeOf(schema: SchemaNode): Pick<DefinitionFinding, 'at' | 'part'> {
  if (isJsonObject(schema.value['properties'])) return { at: schema.pointerTo('properties'), part: 'key' };
  if (schema.value['type'] !== undefined) return { at: schema.pointerTo('type') };
  return { at: schema.pointer };
}
