import { placeOf } from '#source/place.ts';
import { isGatewayHeader } from './parts/is-gateway-header.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { declaredEndpoints } from '#compiler/workspace/urls/effective-endpoints.ts';
import { apiKey } from '#compiled/api-key.ts';

/** Headers by which a client identifies itself or describes the body. */
const clientHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'content-encoding',
  'content-type',
  'cookie',
]);

function editHeader(name: string, auth = '') {
  return [
    editApi('url: https://dogs.internal.example.edu', `${auth}url: https://dogs.internal.example.edu`),
    editApi('endpoints:', `callerAssertion: { header: ${name} }\nendpoints:`),
  ];
}

export const apiAssertionHeader = defineRule({
  name: 'api-assertion-header',
  section: '4.4',
  severity: 'error',
  group: 'integrity',
  summary: 'The header that carries the caller assertion has no other purpose.',
  why: 'If a header has two purposes, the upstream receives two values or the wrong one: calls fail, or return the data of another user.',
  examples: [
    { title: 'A separate header', edits: editHeader('X-Walker'), findings: [] },
    {
      title: 'The header that names the server',
      edits: editHeader('Host'),
      findings: [
        'apis/dog_park/v1/api.yaml:8:28 The header Host of DogPark/v1 cannot carry the caller assertion.',
      ],
    },
    {
      title: 'Cookies',
      edits: editHeader('cookie'),
      findings: [
        'apis/dog_park/v1/api.yaml:8:28 The header cookie of DogPark/v1 cannot carry the caller assertion.',
      ],
    },
  ],
  check: {
    api: (api, { report }) => {
      const name = api.value.callerAssertion?.header;
      if (name === undefined) return;
      const secrets = declaredEndpoints(api).map(({ endpoint }) => fold(endpoint.auth?.header?.name ?? ''));
      if (!isGatewayHeader(name) && !clientHeaders.has(fold(name)) && !secrets.includes(fold(name))) return;
      report({
        at: placeOf(api.place, 'callerAssertion', 'header'),
        message: `The header ${name} of ${apiKey(api.value)} cannot carry the caller assertion.`,
        help: 'Remove it to use X-Caller-Assertion, or name a header that has no other purpose.',
      });
    },
  },
});

/** The name as the gateway compares it, and as servers do that treat `_` and `-` as equal. */
function fold(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}
