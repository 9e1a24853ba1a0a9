import { apiKey } from '#compiled/api-key.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi, editGateway } from '#compiler/rule/example-edits.ts';
import { declaredEndpoints, endpointTargets } from '#compiler/workspace/urls/effective-endpoints.ts';
import { prepareAddressCheck } from './parts/find-address-problem.ts';

const production = 'url: https://dogs.internal.example.edu';
const organisation = 'organisation: Example University';

export const endpointForbiddenAddress = defineRule({
  name: 'endpoint-forbidden-address',
  section: '5.6',
  severity: 'error',
  group: 'integrity',
  summary:
    'An endpoint is neither at an address of the gateway itself nor at one that `upstreams.forbidden` lists.',
  why: 'The gateway can reach addresses that callers cannot, such as its admin listener and the metadata service of a cloud, and would pass on what they return.',
  examples: [
    {
      title: 'A service on the same machine',
      edits: [editApi(production, 'url: http://127.0.0.1:4010')],
      findings: [],
    },
    {
      title: 'The admin listener, in another spelling',
      edits: [editApi(production, 'url: http://0x7f.1:8244')],
      findings: [
        'apis/dog_park/v1/api.yaml:9:22 The production endpoint of DogPark/v1 is an address of the gateway itself: the admin listener of production.',
      ],
    },
    {
      title: 'An address that the gateway lists',
      edits: [
        editGateway(
          organisation,
          `${organisation}\nupstreams: { forbidden: [10.0.0.0/8, 'db.example.edu:5432'] }`,
        ),
        editApi(production, 'targets: ["https://a.example.edu", "https://10.1.2.3"]'),
      ],
      findings: [
        'apis/dog_park/v1/api.yaml:9:52 The production endpoint of DogPark/v1 is at 10.1.2.3, which the gateway must not call (10.0.0.0/8).',
      ],
    },
  ],
  check: {
    workspace: (workspace, { report }) => {
      const findProblem = prepareAddressCheck(workspace);
      for (const api of workspace.apis)
        for (const endpoint of declaredEndpoints(api))
          for (const { url, place } of endpointTargets(endpoint)) {
            const problem = findProblem(url);
            if (!problem) continue;
            const message = `The ${endpoint.keySet} endpoint of ${apiKey(api.value)} is ${problem.what}.`;
            report({ at: place, message, help: problem.isOwn ? helpOfOwn : helpOfListed });
          }
    },
  },
});

const helpOfListed =
  'Use the address of the service itself. To use another list, declare `upstreams.forbidden`.';
const helpOfOwn = 'Use the address of the service behind the API.';
