import { placeOf } from '#source/place.ts';
import { isGatewayHeader } from './parts/is-gateway-header.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { declaredEndpoints } from '#compiler/workspace/urls/effective-endpoints.ts';
import { apiKey } from '#compiled/api-key.ts';

function editHeader(name: string) {
  const url = 'url: https://dogs.internal.example.edu';
  return [editApi(url, `auth: { header: { name: ${name}, value: { fromEnv: KEY } } }, ${url}`)];
}

export const endpointAuthHeader = defineRule({
  name: 'endpoint-auth-header',
  section: '4.4',
  severity: 'error',
  group: 'integrity',
  summary:
    'The header that carries the credentials for an upstream is not one that the gateway itself writes.',
  why: 'The gateway writes these headers itself, and a second value can change where a message ends (RFC 9112, section 11.2).',
  examples: [
    { title: 'A separate header', edits: editHeader('X-Api-Key'), findings: [] },
    {
      title: 'A header that frames the message',
      edits: editHeader('Transfer-Encoding'),
      findings: [
        'apis/dog_park/v1/api.yaml:9:41 The production endpoint of DogPark/v1 cannot send its secret in the header Transfer-Encoding.',
      ],
    },
    {
      title: 'A header that says where a call comes from',
      edits: editHeader('X-Forwarded-For'),
      findings: [
        'apis/dog_park/v1/api.yaml:9:41 The production endpoint of DogPark/v1 cannot send its secret in the header X-Forwarded-For.',
      ],
    },
  ],
  check: {
    api: (api, { report }) => {
      for (const { keySet, endpoint, place } of declaredEndpoints(api)) {
        const name = endpoint.auth?.header?.name;
        if (name === undefined || !isGatewayHeader(name)) continue;
        report({
          at: placeOf(place, 'auth', 'header', 'name'),
          message: `The ${keySet} endpoint of ${apiKey(api.value)} cannot send its secret in the header ${name}.`,
          help: 'Use Authorization, or a header that only the upstream reads, such as X-Api-Key.',
        });
      }
    },
  },
});
