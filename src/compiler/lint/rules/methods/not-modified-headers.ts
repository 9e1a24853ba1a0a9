import { defineRule } from '#compiler/rule/define-rule.ts';
import { placeOfAnswer } from '../../resources/responses.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';

const headersOfUnchanged = `          description: The dog has not changed.
          headers:
            ETag: { $ref: '#/components/headers/ETag' }
            Content-Location:
              schema: { type: string, format: uri-reference }
`;
const unchanged = `        '304':\n${headersOfUnchanged}`;

/** The headers that show a cache which response a 304 refers to; servers add `Date` automatically. */
const repeated = ['etag', 'content-location'];

/** A 304 repeats the headers of the 200 that identify the unchanged representation. */
export const notModifiedHeaders = defineRule({
  name: 'not-modified-headers',
  section: '7.1',
  severity: 'error',
  group: 'design',
  summary: 'The response 304 declares the `ETag` and `Content-Location` headers of the response 200.',
  why: 'They tell a cache which of its stored representations is still current.',
  examples: [
    { title: 'Both headers in both responses', edits: [], findings: [] },
    {
      title: 'No headers in the 304',
      edits: [editDefinition(unchanged, "        '304': { description: The dog has not changed. }\n")],
      findings: [
        'apis/dog_park/v1/openapi.yaml:64:9 The response `304` lacks the `ETag` header of the response `200`.',
        'apis/dog_park/v1/openapi.yaml:64:9 The response `304` lacks the `Content-Location` header of the response `200`.',
      ],
    },
    {
      title: 'A shared 304 is reported once, where it is declared',
      edits: [
        editDefinition(unchanged, "        '304': { $ref: '#/components/responses/NotModified' }\n"),
        editDefinition(
          '  responses:\n    BadRequest:',
          "  responses:\n    NotModified:\n      description: The dog has not changed.\n      headers:\n        ETag: { $ref: '#/components/headers/ETag' }\n    BadRequest:",
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:94:5 The response `304` lacks the `Content-Location` header of the response `200`.',
      ],
    },
  ],
  readsElsewhere: true,
  checkDefinition: {
    response(response, { report }) {
      if (response.status !== '304') return;
      const found = response.operation.response('200');
      for (const name of repeated) {
        const header = found?.headers.get(name);
        if (!found || !header || response.headers.has(name)) continue;
        report({
          at: placeOfAnswer(response),
          part: 'key',
          message: `The response \`304\` lacks the \`${header.name}\` header of the response \`200\`.`,
          help: `Declare \`${header.name}\` under \`headers\`, as the response 200 does.`,
          related: [{ message: 'declared here', at: found.pointerTo('headers', header.name), part: 'key' }],
        });
      }
    },
  },
});
