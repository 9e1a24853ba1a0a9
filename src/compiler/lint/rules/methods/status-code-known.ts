import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { successesOf, errorStatuses, gatewayStatuses } from './table/method-table.ts';

const badRequest = "'400': { $ref: '#/components/responses/BadRequest' }";

/** Allowed statuses: those of section 7.1, and those that the gateway adds. */
export const statusCodeKnown = defineRule({
  name: 'status-code-known',
  section: '7.1',
  // A warning: the list explains its statuses, and does not exclude others.
  severity: 'warning',
  group: 'design',
  isConvention: true,
  reads: 'place',
  summary: 'The status of a response is one of the statuses that all APIs use.',
  why: 'Clients handle the statuses in the list, and treat any other status as unexpected.',
  examples: [
    {
      title: 'A status that the gateway adds',
      edits: [editDefinition(badRequest, badRequest.replace('400', '504'))],
      findings: [],
    },
    {
      title: 'Errors that are not in the list',
      edits: [editDefinition(badRequest, `'412': { description: No. }\n        '418': { description: No. }`)],
      findings: [
        'apis/dog_park/v1/openapi.yaml:30:9 The status `412` is not one of those that all APIs use.',
        'apis/dog_park/v1/openapi.yaml:31:9 The status `418` is not one of those that all APIs use.',
      ],
    },
    {
      title: 'A redirection',
      edits: [editDefinition(badRequest, badRequest.replace('400', '302'))],
      findings: [
        'apis/dog_park/v1/openapi.yaml:30:9 The status `302` is not one of those that all APIs use.',
      ],
    },
  ],
  checkDefinition: {
    response(response, { report }) {
      const { operation, status } = response;
      if (!/^[1345]\d\d$/.test(status) || known.has(status) || !successesOf(operation.method)) return;
      if (status === '101' && operation.method === 'GET') return;
      report({
        at: response.statusPointer,
        part: 'key',
        message: `The status \`${status}\` is not one of those that all APIs use.`,
        help: adviceFor(status),
      });
    },
  },
});

const known: ReadonlySet<string> = new Set(['304', ...errorStatuses, ...gatewayStatuses]);

const instead =
  'Return a success status of the method, or an error: 404 or 410 for a missing resource, 400 or 422 for an invalid request.';
const redirection =
  'If callers have to follow the redirection, such as one to a download, suppress the finding.';

function adviceFor(status: string): string {
  if (/^[13]/.test(status)) return status.startsWith('3') ? `${instead} ${redirection}` : instead;
  const [requests, failures] = ['4', '5'].map((first) =>
    errorStatuses.filter((one) => one.startsWith(first)).join(', '),
  );
  return status.startsWith('5')
    ? `Return the most suitable of ${failures}.`
    : `Return the most suitable of ${requests}, or of ${failures} if the service itself failed.`;
}
