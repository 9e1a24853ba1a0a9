import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { withoutProduction } from './parts/without-production.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { isLive } from '#compiler/workspace/api-versions.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';

const production = '  production: { url: https://dogs.internal.example.edu }\n';
const sandbox = '  sandbox: { url: https://dogs-sandbox.internal.example.edu }\n';

export const apiEndpointsPresent = defineRule({
  name: 'api-endpoints-present',
  section: '1.4',
  severity: 'warning',
  group: 'integrity',
  summary: 'A published, deprecated or blocked API has a production endpoint in every deployment.',
  why: 'Calls with production keys go to the production endpoint, so without one they get 403. A warning, so that an endpoint can be removed at any time.',
  examples: [
    { title: 'Only a production endpoint', edits: [editApi(sandbox, '')], findings: [] },
    {
      title: 'No endpoints',
      edits: [editApi(`endpoints:\n${production}${sandbox}`, '')],
      findings: ['apis/dog_park/v1/api.yaml:5:8 DogPark/v1 is published but has no production endpoint.'],
    },
    {
      title: 'Only a sandbox endpoint',
      edits: [editApi(production, ''), editApi('published', 'blocked')],
      findings: ['apis/dog_park/v1/api.yaml:8:1 DogPark/v1 is blocked but has no production endpoint.'],
    },
  ],
  check: {
    api: (api, { deployments, report }) => {
      if (!isLive(api.value)) return;
      const where = withoutProduction(api, deployments);
      if (where !== undefined) report(describeMissing(api, where));
    },
  },
});

function describeMissing({ value, place }: DeclaredApi, where: string): Finding {
  return {
    ...(value.endpoints ? { at: placeOf(place, 'endpoints'), part: 'key' } : { at: placeOf(place, 'state') }),
    message: `${apiKey(value)} is ${value.state} but has no production endpoint${where}.`,
    help: 'Add `production: { url: … }` under `endpoints`.',
  };
}
