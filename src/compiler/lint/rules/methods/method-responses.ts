import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { adviseOnSuccess } from './table/advise-on-success.ts';
import { refusesStatus, successesOf } from './table/method-table.ts';
import type { ResponseNode } from '#openapi/model.ts';

const created = "'201':\n          description: The dog is registered.";

/** An operation declares only the success statuses of its method in the table of section 4.5. */
export const methodResponses = defineRule({
  name: 'method-responses',
  section: '4.5',
  severity: 'error',
  group: 'design',
  isConvention: true,
  reads: 'place',
  summary: 'The success statuses of an operation are those that the table allows for its method.',
  why: 'A caller who knows the method then knows its success statuses for every resource.',
  examples: [
    { title: 'GET 200 and 304, POST 201, PUT 204, DELETE 204', edits: [], findings: [] },
    {
      title: 'POST that returns 200 or 201',
      edits: [editDefinition(created, `'200':\n          description: It was there.\n        ${created}`)],
      findings: ['apis/dog_park/v1/openapi.yaml:39:9 A POST must not return `200`.'],
    },
    {
      title: 'GET that returns 206, or 204 if there is nothing',
      edits: [
        editDefinition(
          "'200':\n          description: The dogs.",
          "'204': { description: No dogs. }\n        '206':\n          description: Some dogs.",
        ),
      ],
      findings: [
        'apis/dog_park/v1/openapi.yaml:25:9 A GET must not return `204`.',
        'apis/dog_park/v1/openapi.yaml:26:9 A GET must not return `206`.',
      ],
    },
  ],
  checkDefinition: {
    response(response, { report }) {
      const { operation, status } = response;
      const { method } = operation;
      if (!refusesStatus(method, status)) return;
      report({
        at: response.statusPointer,
        part: 'key',
        message: `${method === 'OPTIONS' ? 'An' : 'A'} ${method} must not return \`${status}\`.`,
        help: adviseOn(response),
      });
    },
  },
});

/** A declared 202 is not suggested, since it is for operations that finish later. */
function adviseOn({ operation, bodies }: ResponseNode): string {
  const { method, responses } = operation;
  const atOnce = (successesOf(method) ?? []).filter((status) => status !== '202');
  const declared = responses.find(({ status }) => atOnce.includes(status));
  if (declared && bodies.length > 0 && declared.bodies.length === 0 && declared.status !== '204')
    return `Move its body to \`${declared.status}\`, which the operation declares too.`;
  if (declared) return `Remove it, since the operation declares \`${declared.status}\` too.`;
  return `Return ${adviseOnSuccess(operation)}.`;
}
