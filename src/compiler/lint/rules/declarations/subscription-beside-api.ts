import { dirname } from 'node:path/posix';
import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { subscriptionsFile } from '#compiler/rule/example-edits.ts';
import { apisByKey } from '#compiler/rule/declarations/declared-apis.ts';

const subscription = `kind: Subscription
application: DogWalker
api: DogPark/v1
tier: gold
`;
const otherDeclaration = 'kind: Tier\nname: silver\n';

export const subscriptionBesideApi = defineRule({
  name: 'subscription-beside-api',
  section: '1.3',
  severity: 'warning',
  group: 'design',
  summary: 'A subscription is in the folder of its API, or in a subfolder.',
  why: 'Reviewers are assigned by folder, so the owner of the API approves a subscription that is in the folder of the API.',
  examples: [
    { title: "In the API's folder", edits: [], findings: [] },
    {
      title: "Below the API's folder",
      edits: [
        { file: subscriptionsFile, content: otherDeclaration },
        { file: 'apis/dog_park/v1/subscriptions/dog_walker.yaml', content: subscription },
      ],
      findings: [],
    },
    {
      title: "In the application's file",
      edits: [
        { file: subscriptionsFile, content: otherDeclaration },
        { file: 'applications/subscriptions.yaml', content: subscription },
      ],
      findings: [
        'applications/subscriptions.yaml:3:6 The subscription of DogWalker to DogPark/v1 is not in the folder of the API.',
      ],
    },
  ],
  check: {
    workspace: ({ apis, subscriptions }, { report }) => {
      const index = apisByKey(apis);
      for (const { value, place } of subscriptions) {
        const api = index.get(value.api);
        if (!api || isInFolderOf(place.file, api.place.file)) continue;
        report({
          at: placeOf(place, 'api'),
          message: `The subscription of ${value.application} to ${value.api} is not in the folder of the API.`,
          help: `Move it into the folder ${dirname(api.place.file)}.`,
          related: [{ message: 'the API is declared here', at: placeOf(api.place, 'name') }],
        });
      }
    },
  },
});

function isInFolderOf(subscriptionFile: string, apiFile: string): boolean {
  const folder = dirname(apiFile);
  return folder === '.' || subscriptionFile.startsWith(`${folder}/`);
}
