import { placeOf } from '#source/place.ts';
import type { SubscriptionDeclaration } from '#compiler/kinds/subscription/declaration.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { subscriptionsFile } from '#compiler/rule/example-edits.ts';
import { indexFirst, oncePer } from '#compiler/rule/once-per.ts';
import type { Declared } from '#compiler/workspace/declared.ts';
import { subscriptionKey } from '#compiled/api-key.ts';

const document = 'kind: Subscription\napplication: DogWalker\napi: DogPark/v1\ntier: gold\n';

export const duplicateSubscription = defineRule({
  name: 'duplicate-subscription',
  section: '2.1',
  severity: 'error',
  group: 'integrity',
  summary: 'An application subscribes to a version of an API at most once.',
  why: 'Two subscriptions can differ in tier and state, and then it is unclear which one applies.',
  examples: [
    { title: 'One subscription', edits: [], findings: [] },
    {
      title: 'Another application',
      edits: [
        {
          file: subscriptionsFile,
          content: `${document}---\n${document.replace('DogWalker', 'CatSitter')}`,
        },
      ],
      findings: [],
    },
    {
      title: 'Two that differ in tier',
      edits: [{ file: subscriptionsFile, content: `${document}---\n${document.replace('gold', 'silver')}` }],
      findings: ['apis/dog_park/v1/subscriptions.yaml:8:6 DogWalker subscribes to DogPark/v1 twice.'],
    },
  ],
  check: {
    workspace: ({ subscriptions }, { report }) => {
      const byPair = indexFirst(subscriptions, pairOf);
      for (const subscription of subscriptions) {
        const { value, place } = subscription;
        const first = byPair.get(pairOf(subscription));
        if (!first || first === subscription) continue;
        report({
          at: placeOf(place, 'api'),
          message: `${value.application} subscribes to ${value.api} twice.`,
          help: 'Remove one of the two.',
          related: [{ message: 'first declared here', at: placeOf(first.place, 'api') }],
        });
      }
    },
  },
});

const pairOf = oncePer(({ value }: Declared<SubscriptionDeclaration>) => subscriptionKey(value));
