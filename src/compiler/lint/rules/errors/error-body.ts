import { isJsonObject } from '#compiled/json.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import type { DefinitionFinding } from '#compiler/rule/definition-checks.ts';
import { errorBodies, isOfSuccess, saysWhatIsWrong } from './bodies/error-bodies.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { lackingMessage, type LackingSchema } from './bodies/lacking-message.ts';
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
      title: 'Fields with other names, reported once',
      edits: [
        errorIs(
          '      type: object\n      properties: { error: { type: string }, code: { type: string } }\n',
        ),
      ],
      findings: [`apis/dog_park/v1/openapi.yaml:156:7 ${noMessage}`],
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

/** Reports examples without a message. Ignores objects without members, which tools generate if there is no example. */
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

/** The location to report: the properties if there are any, otherwise the type, otherwise the schema. */
function placeOf(schema: SchemaNode): Pick<DefinitionFinding, 'at' | 'part'> {
  if (isJsonObject(schema.value['properties'])) return { at: schema.pointerTo('properties'), part: 'key' };
  if (schema.value['type'] !== undefined) return { at: schema.pointerTo('type') };
  return { at: schema.pointer };
}
