import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { reportOnce } from '#compiler/rule/declarations/declared-apis.ts';
import { comparableUrl, normaliseUrl } from '#compiler/workspace/urls/url.ts';
import {
  effectiveEndpoints,
  endpointTargets,
  type EffectiveEndpoint,
  type EndpointTarget,
} from '#compiler/workspace/urls/effective-endpoints.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { apiKey } from '#compiled/api-key.ts';

const production = 'production: { url: https://dogs.internal.example.edu }';
const sandbox = 'url: https://dogs-sandbox.internal.example.edu';

export const apiEndpointsDiffer = defineRule({
  name: 'api-endpoints-differ',
  section: '1.4',
  severity: 'error',
  group: 'design',
  summary: 'In every deployment, the sandbox endpoint of an API differs from its production endpoint.',
  why: 'A sandbox key is for testing, and on a shared endpoint the tests would change real data.',
  examples: [
    {
      title: 'One host and two paths',
      edits: [editApi(sandbox, 'url: https://dogs.internal.example.edu/sandbox')],
      findings: [],
    },
    {
      title: 'One endpoint for both, spelled in two ways',
      edits: [editApi(sandbox, 'url: https://DOGS.internal.example.edu:443/')],
      findings: [
        'apis/dog_park/v1/api.yaml:10:19 The sandbox endpoint of DogPark/v1 is also a production endpoint: https://dogs.internal.example.edu.',
      ],
    },
    {
      title: 'One endpoint for both, in spellings that servers treat as the same',
      edits: [
        editApi(production, 'production: { url: https://dogs.internal.example.edu/~parks }'),
        editApi(sandbox, 'url: https://dogs.internal.example.edu.//%7Ep%61rks'),
      ],
      findings: [
        'apis/dog_park/v1/api.yaml:10:19 The sandbox endpoint of DogPark/v1 is also a production endpoint: https://dogs.internal.example.edu.//%7Ep%61rks.',
      ],
    },
  ],
  check: {
    api: (api, { deployments, report }) => {
      const once = reportOnce(report);
      for (const deployment of deployments) {
        const { production: real, sandbox: trial } = effectiveEndpoints(api, deployment);
        if (real && trial)
          findShared(real, trial).forEach((pair) => once(describeShared(apiKey(api.value), ...pair)));
      }
    },
  },
});

function findShared(
  real: EffectiveEndpoint,
  trial: EffectiveEndpoint,
): readonly (readonly [EndpointTarget, EndpointTarget])[] {
  const targets = endpointTargets(real);
  return endpointTargets(trial).flatMap((target) =>
    targets.filter(({ url }) => isSameUrl(url, target.url)).map((same) => [same, target] as const),
  );
}

function isSameUrl(a: string, b: string): boolean {
  const url = comparableUrl(a);
  return url !== undefined && url === comparableUrl(b);
}

function describeShared(api: string, real: EndpointTarget, trial: EndpointTarget): Finding {
  return {
    at: trial.place,
    message: `The sandbox endpoint of ${api} is also a production endpoint: ${normaliseUrl(trial.url)}.`,
    help: 'Point it at a test service, or remove it so that sandbox tokens are refused.',
    related: [{ message: 'the production endpoint', at: real.place }],
  };
}
