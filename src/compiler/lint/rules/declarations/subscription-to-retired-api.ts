import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { indexFirst } from '#compiler/rule/once-per.ts';
import { apiKey } from '#compiled/api-key.ts';

export const subscriptionToRetiredApi = defineRule({
  name: 'subscription-to-retired-api',
  section: '7.1',
  severity: 'warning',
  group: 'design',
  summary: 'No application subscribes to a retired version of an API.',
  why: 'Every call to a retired version returns 410, so the subscription has no effect.',
  examples: [
    { title: 'A published version', edits: [], findings: [] },
    { title: 'A deprecated version', edits: [editApi('published', 'deprecated')], findings: [] },
    {
      title: 'A retired version',
      severity: 'warning',
      edits: [editApi('published', 'retired')],
      findings: [
        'apis/dog_park/v1/subscriptions.yaml:3:6 DogWalker subscribes to DogPark/v1, which is retired.',
      ],
    },
  ],
  check: {
    workspace: ({ apis, subscriptions }, { report }) => {
      const retired = apis.filter(({ value }) => value.state === 'retired');
      const index = indexFirst(retired, ({ value }) => apiKey(value));
      for (const { value, place } of subscriptions) {
        const api = index.get(value.api);
        if (!api) continue;
        report({
          atMost: 'warning',
          at: placeOf(place, 'api'),
          message: `${value.application} subscribes to ${value.api}, which is retired.`,
          help: 'Remove the subscription, or subscribe to a live version.',
          related: [{ message: 'retired here', at: placeOf(api.place, 'state') }],
        });
      }
    },
  },
});
