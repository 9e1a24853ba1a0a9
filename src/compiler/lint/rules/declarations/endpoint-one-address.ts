import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { declaredEndpoints } from '#compiler/workspace/urls/effective-endpoints.ts';
import { apiKey } from '#compiled/api-key.ts';

const production = '{ url: https://dogs.internal.example.edu }';

export const endpointOneAddress = defineRule({
  name: 'endpoint-one-address',
  section: '1.4',
  severity: 'error',
  group: 'integrity',
  summary: 'An endpoint has either `url` or `targets`.',
  why: 'With neither, calls cannot be forwarded; with both, the address is ambiguous.',
  examples: [
    {
      title: 'Targets',
      edits: [editApi(production, '{ targets: [https://a.example.edu, https://b.example.edu] }')],
      findings: [],
    },
    {
      title: 'Neither',
      edits: [editApi(production, '{}')],
      findings: [
        'apis/dog_park/v1/api.yaml:9:3 The production endpoint of DogPark/v1 has neither `url` nor `targets`.',
      ],
    },
    {
      title: 'Both, in a single deployment',
      edits: [
        editApi(
          'endpoints:',
          'deployments:\n  qa:\n    endpoints:\n      sandbox: { url: https://a.example.edu, targets: [https://b.example.edu] }\nendpoints:',
        ),
      ],
      findings: [
        'apis/dog_park/v1/api.yaml:11:7 The sandbox endpoint of DogPark/v1 has both `url` and `targets`.',
      ],
    },
  ],
  check: {
    api: (api, { report }) => {
      for (const { keySet, endpoint, place } of declaredEndpoints(api)) {
        if ((endpoint.url === undefined) !== (endpoint.targets === undefined)) continue;
        report({
          at: place,
          part: 'key',
          message: `The ${keySet} endpoint of ${apiKey(api.value)} has ${endpoint.url === undefined ? 'neither `url` nor' : 'both `url` and'} \`targets\`.`,
          help: 'Give it either a `url` or a list of `targets`.',
        });
      }
    },
  },
});
