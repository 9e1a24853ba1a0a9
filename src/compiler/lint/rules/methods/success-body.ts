import { declaredBody } from '../../../rule/methods/responses.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { definitionFile, editDefinition } from '../../../rule/example-edits.ts';

const replaced = "'204':\n          description: The dog is replaced.";
const replacedWith = (content: string) =>
  editDefinition(replaced, `'200':\n          description: The dog is replaced.${content}`);

/** A write that answers 200 sends what it has written. */
export const successBody = defineRule({
  name: 'success-body',
  section: '4.5',
  severity: 'error',
  group: 'design',
  summary: 'The answer 200 to a PUT or a PATCH declares a body.',
  why: 'A 200 comes with data; where there is none to send, 204 says so, and no caller looks for it.',
  examples: [
    { title: 'PUT that answers 204', edits: [], findings: [] },
    {
      title: 'PUT that answers 200 with what it has written',
      edits: [
        replacedWith(
          "\n          content: { application/hal+json: { schema: { $ref: '#/components/schemas/Dog' } } }",
        ),
      ],
      findings: [],
    },
    {
      title: 'PUT that answers 200 with nothing',
      edits: [replacedWith('')],
      findings: ['apis/dog_park/v1/openapi.yaml:79:9 The answer `200` declares no body.'],
    },
    {
      title: 'PUT that answers 200 with nothing beside 204',
      edits: [editDefinition(replaced, `'200': { description: The dog is replaced. }\n        ${replaced}`)],
      findings: ['apis/dog_park/v1/openapi.yaml:79:9 The answer `200` declares no body.'],
    },
    {
      title: 'GET, where a body that is not declared is more likely forgotten',
      edits: [
        editDefinition(
          "\n          content:\n            application/hal+json:\n              schema: { $ref: '#/components/schemas/DogPage' }",
          '',
        ),
      ],
      findings: [],
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
    parameters:
      - { name: dogId, in: path, required: true, type: string }
    put:
      responses:
        '200': { description: The dog is replaced., schema: { type: object } }
    patch:
      responses:
        '200': { description: The dog is changed. }
`,
        },
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:12:9 The answer `200` declares no body.'],
    },
  ],
  checkDefinition: {
    response(response, { report }) {
      const { operation, status, statusPointer } = response;
      if (status !== '200' || (operation.method !== 'put' && operation.method !== 'patch')) return;
      if (declaredBody(response) !== undefined) return;
      report({
        at: statusPointer,
        part: 'key',
        message: 'The answer `200` declares no body.',
        help: operation.response('204')
          ? 'Leave it out, since the operation declares `204` too, or declare what is sent.'
          : 'Answer with `204`, or declare what is sent.',
      });
    },
  },
});
