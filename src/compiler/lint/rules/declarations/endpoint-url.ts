import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { findUrlProblem, mayHoldSecret } from '#compiler/rule/declarations/find-url-problem.ts';
import { declaredEndpoints, endpointTargets } from '#compiler/workspace/urls/effective-endpoints.ts';
import { apiKey } from '#compiled/api-key.ts';

const production = 'url: https://dogs.internal.example.edu';

export const endpointUrl = defineRule({
  name: 'endpoint-url',
  section: '4.4',
  severity: 'error',
  group: 'integrity',
  summary: 'An endpoint is an absolute http or https URL without user information, a query or a fragment.',
  why: "The gateway appends the resource's path and the caller's query to it, and a password in it would be stored in the repository.",
  examples: [
    {
      title: 'A host, a port and a path',
      edits: [editApi(production, `${production}:8443/dogs`)],
      findings: [],
    },
    {
      title: 'No scheme',
      edits: [editApi(production, 'url: dogs.internal.example.edu')],
      findings: [
        'apis/dog_park/v1/api.yaml:9:22 The production endpoint of DogPark/v1 is not an absolute http or https URL.',
      ],
    },
    {
      title: 'A password, the second of two targets',
      edits: [editApi(production, 'targets: [https://a.example.edu, "https://ada:secret@b.example.edu"]')],
      findings: [
        'apis/dog_park/v1/api.yaml:9:50 The production endpoint of DogPark/v1 contains a user name or password.',
      ],
    },
  ],
  check: {
    api: (api, { report }) => {
      for (const endpoint of declaredEndpoints(api)) {
        for (const { url, place } of endpointTargets(endpoint)) {
          const problem = findUrlProblem(url);
          if (problem === undefined) continue;
          report({
            at: place,
            message: `The ${endpoint.keySet} endpoint of ${apiKey(api.value)} ${problem}.`,
            help: 'Write it as https://host/path, and put credentials under `auth`, by reference.',
            ...(mayHoldSecret(url) && { secret: true }),
          });
        }
      }
    },
  },
});
