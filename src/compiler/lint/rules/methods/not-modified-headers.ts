import { defineRule } from '../../../rule/define-rule.ts';
import { placeOfAnswer } from '../../../rule/methods/responses.ts';
import { editDefinition } from '../../../rule/example-edits.ts';

const headersOfUnchanged = `          description: The dog has not changed.
          headers:
            ETag: { $ref: '#/components/headers/ETag' }
            Content-Location:
              schema: { type: string, format: uri-reference }
`;
const unchanged = `        '304':\n${headersOfUnchanged}`;

/** The headers by which a cache knows what a 304 is about; servers add `Date` of themselves. */
const repeated = ['etag', 'content-location'];

/** A 304 repeats the headers of the 200 that name what has not changed. */
export const notModifiedHeaders = defineRule({
  name: 'not-modified-headers',
  section: '7.1',
  severity: 'error',
  group: 'design',
  summary: 'The answer 304 declares the `ETag` and the `Content-Location` that the answer 200 declares.',
  why: 'A cache learns from them which of the representations that it holds is still the current one.',
  examples: [
    { title: 'Both headers in both answers', edits: [], findings: [] },
    {
      title: 'Neither header in either answer',
      edits: [
        editDefinition("            ETag: { $ref: '#/components/headers/ETag' }\n", ''),
        editDefinition('            Content-Location:', '            X-Dog:'),
        editDefinition(unchanged, "        '304': { description: The dog has not changed. }\n"),
      ],
      findings: [],
    },
    {
      title: 'In another case',
      edits: [editDefinition(headersOfUnchanged, headersOfUnchanged.replace('ETag:', 'etag:'))],
      findings: [],
    },
    {
      title: 'No headers in the 304',
      edits: [editDefinition(unchanged, "        '304': { description: The dog has not changed. }\n")],
      findings: [
        'apis/dog_park/v1/openapi.yaml:64:9 The answer `304` lacks the `ETag` header of the answer `200`.',
        'apis/dog_park/v1/openapi.yaml:64:9 The answer `304` lacks the `Content-Location` header of the answer `200`.',
      ],
    },
    {
      title: 'A 304 that operations share is told of once, where it stands',
      edits: [
        editDefinition(unchanged, "        '304': { $ref: '#/components/responses/NotModified' }\n"),
        editDefinition(
          '  responses:\n    BadRequest:',
          "  responses:\n    NotModified:\n      description: The dog has not changed.\n      headers:\n        ETag: { $ref: '#/components/headers/ETag' }\n    BadRequest:",
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:94:5 The answer `304` lacks the `Content-Location` header of the answer `200`.',
      ],
    },
  ],
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
          message: `The answer \`304\` lacks the \`${header.name}\` header of the answer \`200\`.`,
          help: `Declare \`${header.name}\` under \`headers\`, as the answer 200 does.`,
          related: [{ message: 'declared here', at: found.pointerTo('headers', header.name), part: 'key' }],
        });
      }
    },
  },
});
