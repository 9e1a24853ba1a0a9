import { placeOf } from '#source/place.ts';
import type { SubscriptionDeclaration } from '#compiler/kinds/subscription/declaration.ts';
import { apisByKey } from '#compiler/rule/declarations/declared-apis.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editDefinition, editSubscription } from '#compiler/rule/example-edits.ts';
import { oncePer } from '#compiler/rule/once-per.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { referablePartsOfApi } from '#compiler/workspace/referable-parts.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';

const requireScopes = (scopes: string) => editSubscription('tier: gold', `tier: gold\nscopes: [${scopes}]`);

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
  severity: 'warning',
  group: 'integrity',
  summary: 'Every scope of a subscription is required by an operation of its API.',
  why: 'A scope that no operation requires has no effect, so it is misspelled or belongs to another API. This is a warning because removing an operation takes access away, which is always allowed.',
  examples: [
    { title: 'No scope', edits: [], findings: [] },
    {
      title: 'A misspelled scope',
      edits: [...writing, requireScopes('dogs:wirte')],
      findings: [
        'apis/dog_park/v1/subscriptions.yaml:5:10 No operation of DogPark/v1 requires the scope `dogs:wirte`.',
      ],
    },
    {
      title: 'An API without scopes',
      edits: [requireScopes('dogs:write')],
      findings: [
        'apis/dog_park/v1/subscriptions.yaml:5:10 No operation of DogPark/v1 requires the scope `dogs:write`.',
      ],
    },
  ],
  check: {
    workspace: ({ apis, subscriptions }, { report }) => {
      const scoped = subscriptions.filter(({ value }) => value.scopes && value.scopes.length > 0);
      if (scoped.length === 0) return;
      const index = apisByKey(apis);
      for (const subscription of scoped) {
        const api = index.get(subscription.value.api);
        const known = api && askedScopes(api);
        if (known) findUnasked(subscription, known).forEach(report);
      }
    },
  },
});

const askedScopes = oncePer((api: DeclaredApi) => referablePartsOfApi(api)?.askedScopes);

function findUnasked(
  { value: { api, scopes = [] }, place }: Declared<SubscriptionDeclaration>,
  known: readonly string[],
): readonly Finding[] {
  return scopes.flatMap((scope, index) => {
    if (known.includes(scope)) return [];
    const at = placeOf(place, 'scopes', index);
    const message = `No operation of ${api} requires the scope \`${scope}\`.`;
    return [{ at, message, help: suggestName(scope, known, describeScopes(known)) }];
  });
}

function describeScopes(known: readonly string[]): string {
  if (known.length === 0) return 'Remove it, since no operation of the API requires a scope.';
  return `Its operations require ${known.join(', ')}.`;
}
