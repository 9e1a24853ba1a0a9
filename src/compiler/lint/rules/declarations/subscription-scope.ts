import { placeOf } from '../../../../source/place.ts';
import { defineRule } from '../../../rule/define-rule.ts';
import { definitionFile, editDefinition, editSubscription } from '../../../rule/example-edits.ts';
import { askedScopesOf } from '../../../workspace/security/asked-scopes.ts';
import { suggestName } from '../../../workspace/suggest-name.ts';
import { apiKey } from '../../../workspace/workspace.ts';

const ask = (scopes: string) => editSubscription('tier: gold', `tier: gold\nscopes: [${scopes}]`);

const writing = [
  editDefinition(
    'summary: Registers a dog.',
    'summary: Registers a dog.\n      security: [{ gateway: [dogs:write] }]',
  ),
  editDefinition(
    'components:\n',
    'components:\n  securitySchemes:\n    gateway: { type: http, scheme: bearer }\n',
  ),
];

export const subscriptionScope = defineRule({
  name: 'subscription-scope',
  section: '5.3',
  severity: 'error',
  group: 'integrity',
  summary: 'The scopes of a subscription are scopes that operations of its API ask for.',
  why: 'A scope that no operation asks for opens nothing, so it is misspelled or of another API.',
  examples: [
    { title: 'No scope', edits: [], findings: [] },
    { title: 'A scope of an operation', edits: [...writing, ask('dogs:write')], findings: [] },
    {
      title: 'A misspelled scope',
      edits: [...writing, ask('dogs:wirte')],
      findings: [
        'apis/dog_park/v1/subscriptions.yaml:5:10 No operation of DogPark/v1 asks for the scope `dogs:wirte`.',
      ],
    },
    {
      title: 'An API without scopes',
      edits: [ask('dogs:write')],
      findings: [
        'apis/dog_park/v1/subscriptions.yaml:5:10 No operation of DogPark/v1 asks for the scope `dogs:write`.',
      ],
    },
    {
      title: 'A document that could not be read, which is reported there',
      edits: [{ file: definitionFile, content: 'openapi: 3.0.3\n' }, ask('dogs:write')],
      findings: [],
    },
    {
      title: 'An API that is not declared, which is reported by another rule',
      edits: [ask('dogs:write'), editSubscription('DogPark/v1', 'DogPark/v7')],
      findings: [],
    },
  ],
  check: {
    subscription: ({ value: { api: key, scopes = [] }, place }, { workspace, report }) => {
      if (scopes.length === 0) return;
      const api = workspace.apis.find(({ value }) => apiKey(value) === key);
      const asked = api && askedScopesOf(api);
      if (!asked) return;
      for (const [index, scope] of scopes.entries()) {
        if (asked.includes(scope)) continue;
        report({
          at: placeOf(place, 'scopes', index),
          message: `No operation of ${key} asks for the scope \`${scope}\`.`,
          help: suggestName(scope, asked, describeScopes(asked)),
        });
      }
    },
  },
});

function describeScopes(asked: readonly string[]): string {
  if (asked.length === 0) return 'Remove it: its operations ask for no scope at all.';
  return `Its operations ask for ${asked.join(', ')}.`;
}
