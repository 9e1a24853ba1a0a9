import { placeOf } from '#source/place.ts';
import type { SubscriptionDeclaration } from '#compiler/kinds/subscription/declaration.ts';
import { indexFirst } from '#compiler/rule/once-per.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi, editSubscription } from '#compiler/rule/example-edits.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';

const deprecate = editApi('published', 'deprecated\ndeprecation: { since: 2026-01-31 }');
const subscribeOn = (date: string) => editSubscription('tier: gold', `tier: gold\nsince: ${date}`);

export const subscriptionToDeprecatedApi = defineRule({
  name: 'subscription-to-deprecated-api',
  section: '9.2',
  severity: 'error',
  group: 'design',
  summary: 'A subscription to a deprecated version has a `since` date before the deprecation.',
  why: 'A new subscriber to a deprecated version must soon migrate to another version.',
  examples: [
    { title: 'A published version', edits: [], findings: [] },
    {
      title: 'A subscription after the deprecation',
      edits: [deprecate, subscribeOn('2026-02-01')],
      findings: [
        'apis/dog_park/v1/subscriptions.yaml:5:8 DogWalker subscribes to DogPark/v1 since 2026-02-01, which is deprecated since 2026-01-31.',
      ],
    },
    {
      title: 'A subscription without a date',
      edits: [deprecate],
      findings: [
        'apis/dog_park/v1/subscriptions.yaml:3:6 DogWalker subscribes to DogPark/v1, which is deprecated since 2026-01-31, and the subscription has no `since` date.',
      ],
    },
  ],
  check: {
    workspace: ({ apis, subscriptions }, { report }) => {
      const deprecated = apis.filter(({ value }) => value.state === 'deprecated' && value.deprecation);
      const index = indexFirst(deprecated, ({ value }) => apiKey(value));
      for (const subscription of subscriptions) {
        const api = index.get(subscription.value.api);
        if (api && !isOlder(subscription.value, api)) report(describeNew(subscription, api));
      }
    },
  },
});

function isOlder({ since }: SubscriptionDeclaration, { value: { deprecation } }: DeclaredApi): boolean {
  return since !== undefined && deprecation !== undefined && since < deprecation.since;
}

function describeNew({ value, place }: Declared<SubscriptionDeclaration>, api: DeclaredApi): Finding {
  const { application, since } = value;
  const deprecation = `which is deprecated since ${api.value.deprecation?.since}`;
  const subscribes = `${application} subscribes to ${value.api}`;
  return {
    at: placeOf(place, since === undefined ? 'api' : 'since'),
    message:
      since === undefined
        ? `${subscribes}, ${deprecation}, and the subscription has no \`since\` date.`
        : `${subscribes} since ${since}, ${deprecation}.`,
    help: 'Subscribe to a published version, or set `since` if the subscription is older than the deprecation.',
    related: [{ message: 'deprecated here', at: placeOf(api.place, 'deprecation', 'since') }],
  };
}
