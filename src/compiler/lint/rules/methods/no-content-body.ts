import { placeOfAnswer } from '../../resources/responses.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { refusesStatus } from './table/method-table.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';

const deleted = 'description: The dog is no longer registered.';
const unchanged = 'description: The dog has not changed.';

/** Responses with 204, 304 or another status without a body in HTTP declare no body. */
export const noContentBody = defineRule({
  name: 'no-content-body',
  section: '7.1',
  severity: 'error',
  group: 'design',
  summary: 'The responses 204 and 304 declare no body, nor do other statuses without a body in HTTP.',
  why: 'HTTP ends these responses after the headers, so clients would read a body as the next response.',
  examples: [
    {
      title: 'No media type',
      edits: [editDefinition(deleted, `${deleted}\n          content: {}`)],
      findings: [],
    },
    {
      title: '204 with a body',
      edits: [editDefinition(deleted, `${deleted}\n          content:\n            application/json: {}`)],
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

/**
 * Whether another rule reports the response: HEAD never has a body, and a status that the method must not return has to
 * be replaced.
 */
function isReportedElsewhere(method: string, status: string): boolean {
  return method === 'HEAD' || refusesStatus(method, status);
}
