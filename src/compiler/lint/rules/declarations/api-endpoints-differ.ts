import { defineRule } from '../../../rule/define-rule.ts';
import { editApi } from '../../../rule/example-edits.ts';
import { reportOnce } from '../../../rule/declarations/declared-apis.ts';
import { comparableUrl, normaliseUrl } from '../../../workspace/urls/url.ts';
import {
  effectiveEndpoints,
  endpointTargets,
  type EffectiveEndpoint,
  type EndpointTarget,
} from '../../../workspace/urls/effective-endpoints.ts';
import type { Finding } from '../../../workspace/finding.ts';
import { apiKey } from '../../../../compiled/api-key.ts';

const production = 'production: { url: https://dogs.internal.example.edu }';
const sandbox = 'url: https://dogs-sandbox.internal.example.edu';

export const apiEndpointsDiffer = defineRule({
  name: 'api-endpoints-differ',
  section: '1.4',
  severity: 'error',
  group: 'design',
  summary: 'In no deployment does an API have a sandbox endpoint that is a production endpoint too.',
  why: 'A sandbox key is for trying things out, and on a shared endpoint the trials would change real data.',
  examples: [
    { title: 'Two hosts', edits: [], findings: [] },
    {
      title: 'One host and two paths',
      edits: [editApi(sandbox, 'url: https://dogs.internal.example.edu/sandbox')],
      findings: [],
    },
    {
      title: 'One endpoint for both, spelled in two ways',
      edits: [editApi(sandbox, 'url: https://DOGS.internal.example.edu:443/')],
      findings: [
        'apis/dog_park/v1/api.yaml:10:19 The sandbox endpoint of DogPark/v1 is a production endpoint too: https://dogs.internal.example.edu.',
      ],
    },
    {
      title: 'One endpoint for both, spelled in ways that servers do not tell apart',
      edits: [
        editApi(production, 'production: { url: https://dogs.internal.example.edu/~parks }'),
        editApi(sandbox, 'url: https://dogs.internal.example.edu.//%7Ep%61rks'),
      ],
      findings: [
        'apis/dog_park/v1/api.yaml:10:19 The sandbox endpoint of DogPark/v1 is a production endpoint too: https://dogs.internal.example.edu.//%7Ep%61rks.',
      ],
    },
    {
      title: 'One target among several',
      edits: [
        editApi(sandbox, 'targets: [https://a.example.edu, https://b.example.edu]'),
        editApi(production, 'production: { targets: [https://c.example.edu, https://b.example.edu/] }'),
      ],
      findings: [
        'apis/dog_park/v1/api.yaml:10:47 The sandbox endpoint of DogPark/v1 is a production endpoint too: https://b.example.edu.',
      ],
    },
    {
      title: 'One endpoint for both in a single deployment',
      edits: [
        editApi(
          'endpoints:',
          'deployments:\n  qa:\n    endpoints:\n      sandbox: { url: https://dogs.internal.example.edu }\nendpoints:',
        ),
      ],
      findings: [
        'apis/dog_park/v1/api.yaml:11:23 The sandbox endpoint of DogPark/v1 is a production endpoint too: https://dogs.internal.example.edu.',
      ],
    },
    {
      title: 'Endpoints exchanged in a single deployment',
      edits: [
        editApi(
          'endpoints:',
          'deployments:\n  qa:\n    endpoints:\n      sandbox: { url: https://dogs.internal.example.edu }\n      production: { url: https://dogs-qa.internal.example.edu }\nendpoints:',
        ),
      ],
      findings: [],
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
    message: `The sandbox endpoint of ${api} is a production endpoint too: ${normaliseUrl(trial.url)}.`,
    help: 'Point it at a test service, or leave it out: sandbox tokens are then refused.',
    related: [{ message: 'the production endpoint', at: real.place }],
  };
}
