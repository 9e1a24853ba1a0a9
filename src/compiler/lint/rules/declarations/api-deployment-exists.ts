import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { suggestName } from '#compiler/workspace/suggest-name.ts';
import { apiKey } from '#compiled/api-key.ts';

const endpoints =
  '    endpoints:\n      production: { url: https://dogs-qa.internal.example.edu }\nendpoints:';

export const apiDeploymentExists = defineRule({
  name: 'api-deployment-exists',
  section: '1',
  severity: 'error',
  group: 'integrity',
  summary: 'Every deployment that an API names is declared by the gateway.',
  why: 'The endpoints of a misspelled deployment are never used, and calls go to other endpoints.',
  examples: [
    {
      title: 'A deployment of the gateway',
      edits: [editApi('endpoints:', `deployments:\n  qa:\n${endpoints}`)],
      findings: [],
    },
    {
      title: 'A misspelled one',
      edits: [editApi('endpoints:', `deployments:\n  prodution:\n${endpoints}`)],
      findings: [
        'apis/dog_park/v1/api.yaml:9:3 DogPark/v1 has endpoints for prodution, which is not a deployment.',
      ],
    },
  ],
  check: {
    api: ({ value, place }, { deployments, report }) => {
      for (const deployment of Object.keys(value.deployments ?? {})) {
        if (deployments.includes(deployment)) continue;
        report({
          at: placeOf(place, 'deployments', deployment),
          part: 'key',
          message: `${apiKey(value)} has endpoints for ${deployment}, which is not a deployment.`,
          help: suggestName(deployment, deployments, 'Remove them, or add the deployment to the gateway.'),
        });
      }
    },
  },
});
