import { defineRule } from '#compiler/rule/define-rule.ts';
import { refusesStatus } from '#compiler/rule/methods/method-table.ts';
import { placeOfAnswer } from '#compiler/rule/methods/responses.ts';
import { splitWords } from '#compiler/rule/words/split-words.ts';
import type { ResponseNode } from '#openapi/model.ts';
import { definitionFile, editDefinition } from '#compiler/rule/example-edits.ts';

const header = `          headers:
            Location:
              description: The new dog.
              schema: { type: string, format: uri }
`;
const created = `'201':\n          description: The dog is registered.\n${header}`;

/** A created resource has a `Location`. */
export const createdLocation = defineRule({
  name: 'created-location',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'The response 201 declares a `Location` header.',
  why: 'The service assigns the identifier of the new resource, so only the response can tell the client where it is.',
  examples: [
    { title: 'A `Location` header', edits: [], findings: [] },
    { title: 'In whatever case', edits: [editDefinition('Location:', 'location:')], findings: [] },
    {
      title: 'No header',
      edits: [editDefinition(header, '')],
      findings: ['apis/dog_park/v1/openapi.yaml:39:9 The response `201` declares no `Location` header.'],
    },
    {
      title: 'A link to the new resource instead of the header',
      edits: [
        editDefinition(
          header,
          '          content:\n            application/json:\n              schema: { $ref: "#/components/schemas/Dog" }\n',
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:39:9 The response `201` declares no `Location` header.'],
    },
    {
      title: 'A shared response is reported once, where it is declared',
      edits: [
        editDefinition(created, "'201': { $ref: '#/components/responses/Created' }\n"),
        editDefinition(
          '  responses:\n    BadRequest:',
          '  responses:\n    Created: { description: It is there. }\n    BadRequest:',
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:94:5 The response `201` declares no `Location` header.'],
    },
    {
      title: 'A response that is shared with another status is reported where it is used',
      edits: [
        editDefinition(created, "'201': { $ref: '#/components/responses/TheDog' }\n"),
        editDefinition("'304':", "'200': { $ref: '#/components/responses/TheDog' }\n        '304':"),
        editDefinition(
          '  responses:\n    BadRequest:',
          '  responses:\n    TheDog: { description: The dog. }\n    BadRequest:',
        ),
        editDefinition(
          "        '200':\n          description: The dog.\n          headers:\n            ETag: { $ref: '#/components/headers/ETag' }\n            Content-Location:\n              schema: { type: string, format: uri-reference }\n          content:\n            application/hal+json:\n              schema: { $ref: '#/components/schemas/Dog' }\n",
          '',
        ),
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:39:9 The response `201` declares no `Location` header.'],
    },
    {
      title: 'PUT with 201, which another rule reports',
      edits: [
        editDefinition(
          "'204':\n          description: The dog is replaced",
          "'201':\n          description: The dog is new",
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
  /dogs:
    post:
      responses:
        '201':
          description: The dog is registered.
          headers:
            ETag: { type: string }
`,
        },
      ],
      findings: ['apis/dog_park/v1/openapi.yaml:7:9 The response `201` declares no `Location` header.'],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    response(response, { report }) {
      const { operation, status } = response;
      if (status !== '201' || refusesStatus(operation.method, status)) return;
      if (response.headers.has('location')) return;
      report({
        at: placeOfAnswer(response),
        part: 'key',
        message: 'The response `201` declares no `Location` header.',
        help: `Declare \`Location\` under \`headers\`, with the address of the new resource${mayCreateSeveral(response) ? ', or of the collection if several are created' : ''}.`,
      });
    },
  },
});

/** Whether lists are sent or returned, or the operation is called as one that creates several resources. */
function mayCreateSeveral({ operation, bodies }: ResponseNode): boolean {
  if ([...bodies, ...operation.requestBodies].some(({ schema }) => schema?.isArray)) return true;
  const names = [operation.path.segments.at(-1)?.text ?? '', operation.operationId ?? ''];
  return names.flatMap(splitWords).some((word) => /^(batch|bulk)$/i.test(word));
}
