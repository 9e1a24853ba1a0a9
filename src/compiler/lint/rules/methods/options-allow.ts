import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import type { ResponseNode } from '#openapi/model.ts';

const options = (answer: string): string => `/dogs:
    options:
      responses:
        '200':
          description: What can be done with the dogs.
${answer}    get:`;

/** OPTIONS returns the methods of the resource. */
export const optionsAllow = defineRule({
  name: 'options-allow',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'The response 200 of OPTIONS declares an `Allow` header.',
  why: 'The header lists the methods that the resource supports.',
  examples: [
    {
      title: 'An `Allow` header',
      edits: [
        editDefinition(
          '/dogs:\n    get:',
          options('          headers:\n            Allow: { schema: { type: string } }\n'),
        ),
      ],
      findings: [],
    },
    {
      title: 'No header',
      edits: [editDefinition('/dogs:\n    get:', options(''))],
      findings: [
        'apis/dog_park/v1/openapi.yaml:11:9 The response `200` of OPTIONS declares no `Allow` header.',
      ],
    },
    {
      title: 'Only a header of CORS',
      edits: [
        editDefinition(
          '/dogs:\n    get:',
          options(
            '          headers:\n            Access-Control-Allow-Methods: { schema: { type: string } }\n',
          ),
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:11:9 The response `200` of OPTIONS declares no `Allow` header.',
      ],
    },
  ],
  checkDefinition: {
    response(response, { report }) {
      if (response.operation.method !== 'OPTIONS' || response.status !== '200') return;
      if (response.headers.has('allow')) return;
      report({
        at: response.statusPointer,
        part: 'key',
        message: 'The response `200` of OPTIONS declares no `Allow` header.',
        help: adviseOnAllow(response),
      });
    },
  },
});

/** The advice on a missing `Allow` header; a referenced response may also belong to other methods. */
function adviseOnAllow({ pointer, statusPointer }: ResponseNode): string {
  const allow = '`Allow` under `headers`';
  return pointer === statusPointer
    ? `Declare ${allow}, with the methods of the resource separated by commas.`
    : `Declare a response for OPTIONS alone, with ${allow}: the methods of the resource separated by commas.`;
}
