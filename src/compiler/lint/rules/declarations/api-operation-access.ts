import { apiKey } from '../../../../compiled/api-key.ts';
import { placeOf } from '../../../../source/place.ts';
import { checkOperationNames } from '../../../rule/declarations/check-operation-names.ts';
import { defineRule, type RuleContext } from '../../../rule/define-rule.ts';
import { editApi, editDefinition } from '../../../rule/example-edits.ts';
import type { DeclaredApi } from '../../../workspace/workspace.ts';

const declare = (fields: string) => editApi('endpoints:', `${fields}\nendpoints:`);
const nameOperation = editDefinition(
  'summary: Registers a dog.',
  'summary: Registers a dog.\n      operationId: registerDog',
);

export const apiOperationAccess = defineRule({
  name: 'api-operation-access',
  section: '5.1',
  severity: 'error',
  group: 'integrity',
  summary: 'Each public operation is one of the OpenAPI document, and is declared once.',
  why: 'Access to an operation that does not exist has no effect, so the intended operation stays protected.',
  examples: [
    {
      title: 'A public operation, and its limit for each client address',
      edits: [
        declare('operationAccess: { GET /dogs: public }\naddressLimit: { requests: 10, unit: second }'),
      ],
      findings: [],
    },
    {
      title: 'An operationId',
      edits: [nameOperation, declare('operationAccess: { registerDog: public }')],
      findings: [],
    },
    {
      title: 'A misspelled path',
      severity: 'warning',
      edits: [declare('operationAccess:\n  GET /dog: public')],
      findings: ['apis/dog_park/v1/api.yaml:9:3 DogPark/v1 has no operation `GET /dog`.'],
    },
    {
      title: 'Two names of one operation',
      edits: [nameOperation, declare('operationAccess:\n  POST /dogs: public\n  registerDog: public')],
      findings: [
        'apis/dog_park/v1/api.yaml:10:3 The access of `registerDog` applies to the same operation as the access of `POST /dogs`.',
      ],
    },
    {
      title: 'A limit for each client address, and no public operation',
      severity: 'warning',
      edits: [declare('addressLimit: { requests: 10, unit: second }')],
      findings: [
        'apis/dog_park/v1/api.yaml:8:1 DogPark/v1 has a limit for each client address, but no public operation.',
      ],
    },
  ],
  check: {
    api: (api, context) => {
      checkOperationNames(api, { field: 'operationAccess', entry: 'The access' }, context);
      checkLimit(api, context);
    },
  },
});

function checkLimit({ value, place }: DeclaredApi, { report }: RuleContext): void {
  if (!value.addressLimit || Object.keys(value.operationAccess ?? {}).length > 0) return;
  report({
    at: placeOf(place, 'addressLimit'),
    part: 'key',
    // The last public operation may be removed in a hurry.
    atMost: 'warning',
    message: `${apiKey(value)} has a limit for each client address, but no public operation.`,
    help: 'Remove it, or declare public operations under `operationAccess`.',
  });
}
