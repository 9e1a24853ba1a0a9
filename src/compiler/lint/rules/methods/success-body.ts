import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';

const replaced = "'204':\n          description: The dog is replaced.";
const replacedWith = (content: string) =>
  editDefinition(replaced, `'200':\n          description: The dog is replaced.${content}`);

/** A write with a 200 response returns the written resource. */
export const successBody = defineRule({
  name: 'success-body',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  summary: 'The response 200 to a PUT or a PATCH declares a body.',
  why: 'A 200 response has a body; without one, 204 tells callers not to expect it.',
  examples: [
    { title: 'PUT that returns 204', edits: [], findings: [] },
    {
      title: 'PUT that returns 200 with nothing',
      edits: [replacedWith('')],
      findings: ['apis/dog_park/v1/openapi.yaml:79:9 The response `200` declares no body.'],
    },
    {
      title: 'PUT that returns 200 with nothing, and also 204',
      edits: [editDefinition(replaced, `'200': { description: The dog is replaced. }\n        ${replaced}`)],
      findings: ['apis/dog_park/v1/openapi.yaml:79:9 The response `200` declares no body.'],
    },
  ],
  checkDefinition: {
    response(response, { report }) {
      const { operation, status } = response;
      if (status !== '200' || (operation.method !== 'PUT' && operation.method !== 'PATCH')) return;
      if (response.bodyKey !== undefined) return;
      report({
        at: response.statusPointer,
        part: 'key',
        message: 'The response `200` declares no body.',
        help: operation.response('204')
          ? 'Remove it, since the operation also declares `204`, or declare the body.'
          : 'Return `204`, or declare the body.',
      });
    },
  },
});
