import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import { adviseOnSuccess } from './table/advise-on-success.ts';
import { successesOf } from './table/method-table.ts';

const deleted = "'204':\n          description: The dog is no longer registered.\n        ";
const deletedOrNotFound = `${deleted}'404': { $ref: '#/components/responses/NotFound' }`;

/** Every operation declares a success response. */
export const methodSuccessDeclared = defineRule({
  name: 'method-success-declared',
  section: '4.5',
  severity: 'error',
  group: 'design',
  summary: 'An operation declares a success response, by its status.',
  why: 'Without one, callers do not know what the operation returns, and no client can be generated.',
  examples: [
    {
      title: 'Only a default, which may be anything',
      edits: [editDefinition(deletedOrNotFound, 'default: { description: Whatever happened. }')],
      findings: [
        'apis/dog_park/v1/openapi.yaml:85:9 The operation declares only `default` instead of a success status.',
      ],
    },
    {
      title: 'A range next to a success status',
      edits: [
        editDefinition(deletedOrNotFound, `${deletedOrNotFound}\n        2XX: { description: Other. }`),
      ],
      findings: [],
    },
    {
      title: 'Only an error',
      edits: [editDefinition(deleted, '')],
      findings: ['apis/dog_park/v1/openapi.yaml:84:7 The operation declares no success response.'],
    },
  ],
  checkDefinition: {
    operation(operation, { report }) {
      if (!successesOf(operation.method) || operation.responses.some(({ status }) => saysStatus(status)))
        return;
      const open = operation.responses.find(({ status }) => isOpen(status));
      if (open) {
        report({
          at: open.statusPointer,
          part: 'key',
          message: `The operation declares only \`${open.status}\` instead of a success status.`,
          help: `Declare the response ${adviseOnSuccess(operation)}.`,
        });
        return;
      }
      report({
        at: operation.responsesPointer,
        part: 'key',
        message: 'The operation declares no success response.',
        help: `Declare the response ${adviseOnSuccess(operation)}.`,
      });
    },
  },
});

/** Whether a status is neither an error, a range nor 304; another rule reports one that does not fit the method. */
function saysStatus(status: string): boolean {
  return /^[123]/.test(status) && !/^(2XX|304)$/.test(status);
}

/** Whether a response leaves the status of a success open. */
function isOpen(status: string): boolean {
  return status === '2XX' || status === 'default';
}
