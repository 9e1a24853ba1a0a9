import { openDocument } from '#openapi/open-document.ts';
import { apiKey } from '#compiled/api-key.ts';
import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi, editDefinition } from '#compiler/rule/example-edits.ts';
import { neededScopes } from '#compiler/workspace/needed-scopes.ts';

const file = 'apis/dog_park/v1/api.yaml';
const undeclared = (value: string) => editApi('owner:', `operations: { undeclared: ${value} }\nowner:`);

const scoped = [
  editDefinition(
    'summary: Registers a dog.',
    'summary: Registers a dog.\n      security: [{ gateway: [dogs:write] }]',
  ),
  editDefinition(
    'components:\n',
    'components:\n  securitySchemes:\n    gateway: { type: http, scheme: bearer }\n',
  ),
];

export const apiUndeclaredScopes = defineRule({
  name: 'api-undeclared-scopes',
  section: '5',
  severity: 'warning',
  group: 'design',
  summary: 'An API whose operations need scopes refuses calls that its document does not declare.',
  why: 'The gateway cannot ask for a scope where nothing is declared, so that a path that the document omits is open to every subscriber.',
  examples: [
    { title: 'Undeclared calls are refused', edits: [undeclared('refuse')], findings: [] },
    {
      title: 'Undeclared calls are forwarded',
      edits: [...scoped, undeclared('pass')],
      findings: [
        `${file}:6:27 DogPark/v1 forwards undeclared calls without a scope, though some of its operations need one.`,
      ],
    },
  ],
  check: {
    api: ({ value, definition, place }, { report }) => {
      if (value.operations?.undeclared !== 'pass' || !definition) return;
      const { operations } = openDocument(definition.contract);
      if (!operations.some((operation) => neededScopes(operation) !== undefined)) return;
      report({
        at: placeOf(place, 'operations', 'undeclared'),
        message: `${apiKey(value)} forwards undeclared calls without a scope, though some of its operations need one.`,
        help: 'Declare the missing operations in the document, and set it to refuse; or set the rule to off.',
      });
    },
  },
});
