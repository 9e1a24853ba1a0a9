import { placeOfAnswer } from '#compiler/rule/methods/responses.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { refusesStatus } from '#compiler/rule/methods/method-table.ts';
import { definitionFile, editDefinition } from '#compiler/rule/example-edits.ts';

const gone = 'description: The dog is no longer registered.';
const isGone = "'204': { $ref: '#/components/responses/Gone' }";
const unchanged = 'description: The dog has not changed.';

/** 204, 304 and the other statuses without a body in HTTP declare none. */
export const noContentBody = defineRule({
  name: 'no-content-body',
  section: '7.1',
  severity: 'error',
  group: 'design',
  summary: 'The responses 204 and 304 declare no body, nor do other statuses without a body in HTTP.',
  why: 'HTTP ends these responses after the headers, so clients would read a body as the next response.',
  examples: [
    { title: '204 and 304 without a body', edits: [], findings: [] },
    { title: 'No media type', edits: [editDefinition(gone, `${gone}\n          content: {}`)], findings: [] },
    {
      title: '204 with a body',
      edits: [editDefinition(gone, `${gone}\n          content:\n            application/json: {}`)],
      findings: ['apis/dog_park/v1/openapi.yaml:87:11 A response `204` must not have a body.'],
    },
    {
      title: '304 with a body',
      edits: [
        editDefinition(
          unchanged,
          `${unchanged}\n          content:\n            application/hal+json:\n              schema: { $ref: '#/components/schemas/Dog' }`,
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:66:11 A response `304` must not have a body.'],
    },
    {
      title: 'A shared response is reported once, where it is declared',
      edits: [
        editDefinition("'204':\n          description: The dog is replaced.", isGone),
        editDefinition(`'204':\n          ${gone}`, isGone),
        editDefinition(
          '  responses:\n    BadRequest:',
          "  responses:\n    Gone:\n      description: The dog was removed.\n      content: { application/json: { schema: { $ref: '#/components/schemas/Dog' } } }\n    BadRequest:",
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:99:7 A response `204` must not have a body.'],
    },
    {
      title: 'A response that is shared with a status that has a body',
      edits: [
        editDefinition(`'204':\n          ${gone}`, "'204': { $ref: '#/components/responses/NotFound' }"),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:85:9 A response `204` must not have a body.'],
    },
    {
      title: 'GET with 204, which another rule reports',
      edits: [
        editDefinition(
          "'200':\n          description: The dogs.",
          "'204':\n          description: The dogs.",
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
    delete:
      parameters:
        - { name: dogId, in: path, required: true, type: string }
      responses:
        '204':
          description: The dog is no longer registered.
          schema: { type: object }
`,
        },
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:11:11 A response `204` must not have a body.'],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    response(response, { report }) {
      const { operation, status } = response;
      if (!/^(1(\d\d|XX)|204|205|304)$/.test(status) || isReportedElsewhere(operation.method, status)) return;
      const key = response.bodyKey;
      if (key === undefined) return;
      report({
        at: placeOfAnswer(response, key),
        part: 'key',
        message: `A response \`${status}\` must not have a body.`,
        help: `Leave out \`${key}\`, or return a status that has a body.`,
      });
    },
  },
});

/** A status that the method does not have must be replaced itself; HEAD has a body with no status. */
function isReportedElsewhere(method: string, status: string): boolean {
  return method === 'HEAD' || refusesStatus(method, status);
}
