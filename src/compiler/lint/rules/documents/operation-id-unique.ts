import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition } from '#compiler/rule/example-edits.ts';
import type { OperationNode } from '#openapi/model.ts';

const named = (summary: string, id: string) =>
  editDefinition(`summary: ${summary}`, `operationId: ${id}\n      summary: ${summary}`);

/** Links and generated clients refer to an operation by its ID. */
export const operationIdUnique = defineRule({
  name: 'operation-id-unique',
  section: '4.4',
  severity: 'error',
  group: 'design',
  summary: 'Each `operationId` names one operation.',
  why: 'Generated clients have one function for each ID, so one of two operations with the same ID cannot be called.',
  examples: [
    { title: 'No IDs', edits: [], findings: [] },
    {
      title: 'Different IDs, also in case',
      edits: [named('Lists the dogs.', 'dogs'), named('Shows a dog.', 'Dogs')],
      findings: [],
    },
    {
      title: 'The same ID twice',
      edits: [named('Lists the dogs.', 'dogs'), named('Shows a dog.', 'dogs')],
      findings: ['apis/dog_park/v1/openapi.yaml:54:20 The ID `dogs` already belongs to `GET /dogs`.'],
    },
  ],
  checkDefinition: {
    definition(document, { report }) {
      const known = new Map<string, OperationNode>();
      const ofWebhooks = document.webhooks.flatMap(({ operations }) => operations);
      for (const operation of [...document.operations, ...ofWebhooks]) {
        const { operationId } = operation;
        if (operationId === undefined) continue;
        const first = known.get(operationId);
        if (!first) known.set(operationId, operation);
        else if (first.pointer !== operation.pointer) {
          report({
            at: operation.pointerTo('operationId'),
            message: `The ID \`${operationId}\` already belongs to \`${first.name}\`.`,
            help: 'Give each operation its own ID.',
            related: [{ message: 'the other operation', at: first.pointerTo('operationId') }],
          });
        }
      }
    },
  },
});
