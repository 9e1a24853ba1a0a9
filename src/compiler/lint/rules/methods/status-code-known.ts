import { defineRule } from '../../../rule/define-rule.ts';
import { editDefinition } from '../../../rule/example-edits.ts';
import { successesOf, errorStatuses, gatewayStatuses } from '../../../rule/methods/method-table.ts';

const badRequest = "'400': { $ref: '#/components/responses/BadRequest' }";

/** Statuses are those that section 7.1 lists, and those that the gateway adds. */
export const statusCodeKnown = defineRule({
  name: 'status-code-known',
  section: '7.1',
  // A warning: the list says what its statuses mean, and does not rule others out.
  severity: 'warning',
  group: 'design',
  summary: 'The status of an answer is one of those that every API uses.',
  why: 'Clients handle the statuses of the list; another one ends in whatever they do with the unexpected.',
  examples: [
    { title: '200, 201, 204, 304, 400 and 404', edits: [], findings: [] },
    {
      title: 'A status that the gateway adds',
      edits: [editDefinition(badRequest, badRequest.replace('400', '504'))],
      findings: [],
    },
    {
      title: 'Ranges and the default',
      edits: [editDefinition(badRequest, `4XX: { description: No. }\n        default: { description: No. }`)],
      findings: [],
    },
    {
      title: 'Successes are bounded by the table of methods',
      edits: [editDefinition(badRequest, badRequest.replace('400', '206'))],
      findings: [],
    },
    {
      title: 'Errors that are not in the list',
      edits: [editDefinition(badRequest, `'412': { description: No. }\n        '418': { description: No. }`)],
      findings: [
        'apis/dog_park/v1/openapi.yaml:30:9 The status `412` is not one that APIs use.',
        'apis/dog_park/v1/openapi.yaml:31:9 The status `418` is not one that APIs use.',
      ],
    },
    {
      title: 'A redirection',
      edits: [editDefinition(badRequest, badRequest.replace('400', '302'))],
      findings: ['apis/dog_park/v1/openapi.yaml:30:9 The status `302` is not one that APIs use.'],
    },
  ],
  checkDefinition: {
    response({ operation: { method }, status, statusPointer }, { report }) {
      if (!/^[1345]\d\d$/.test(status) || known.has(status) || !successesOf(method)) return;
      report({
        at: statusPointer,
        part: 'key',
        message: `The status \`${status}\` is not one that APIs use.`,
        help: adviceFor(status),
      });
    },
  },
});

const known: ReadonlySet<string> = new Set(['304', ...errorStatuses, ...gatewayStatuses]);

function adviceFor(status: string): string {
  if (/^[13]/.test(status))
    return 'Answer with a success of the method, or with an error: 404 or 410 for what is not there, 400 or 422 for what is wrong.';
  const sameClass = errorStatuses.filter((one) => one[0] === status[0]);
  return `Answer with the one that fits best of ${sameClass.join(', ')}.`;
}
