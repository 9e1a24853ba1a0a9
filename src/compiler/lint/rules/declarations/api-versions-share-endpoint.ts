import { severalVersions, reportOnce } from '#compiler/rule/declarations/declared-apis.ts';
import { defineRule, type RuleContext } from '#compiler/rule/define-rule.ts';
import { addApi } from '#compiler/rule/example-edits.ts';
import { comparableUrl, normaliseUrl } from '#compiler/workspace/urls/url.ts';
import {
  effectiveEndpoints,
  endpointTargets,
  type EndpointTarget,
} from '#compiler/workspace/urls/effective-endpoints.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { apiKey } from '#compiled/api-key.ts';
import type { DeclaredApi } from '#compiler/workspace/workspace.ts';

interface FirstUse {
  readonly api: DeclaredApi;
  readonly target: EndpointTarget;
}

export const apiVersionsShareEndpoint = defineRule({
  name: 'api-versions-share-endpoint',
  section: '9.3',
  // A warning, although separate runtimes are required: one address can lead to several runtimes.
  severity: 'warning',
  group: 'design',
  summary: 'No two versions of an API share an endpoint.',
  why: 'A new version is made for a breaking change, so it needs its own upstream; with a shared upstream, every change affects both versions.',
  examples: [
    { title: 'An endpoint for each version', edits: [addApi('dog_park/v2')], findings: [] },
    {
      title: 'One endpoint for both, spelled in two ways',
      edits: [addApi('dog_park/v2', { production: 'https://Dogs.internal.example.edu:443/' })],
      findings: [
        'apis/dog_park/v2/api.yaml:9:22 DogPark/v2 shares the endpoint https://dogs.internal.example.edu with v1.',
      ],
    },
    {
      title: 'One endpoint for both, with a dot at the end of the host',
      edits: [addApi('dog_park/v2', { production: 'https://dogs.internal.example.edu.' })],
      findings: [
        'apis/dog_park/v2/api.yaml:9:22 DogPark/v2 shares the endpoint https://dogs.internal.example.edu. with v1.',
      ],
    },
  ],
  check: {
    workspace: ({ apis, gateway }, { report }) => {
      const context = { report: reportOnce(report) };
      for (const all of severalVersions(apis)) {
        const versions = all.filter(({ value }) => value.state !== 'retired');
        for (const deployment of Object.keys(gateway.value.deployments)) {
          checkDeployment(versions, deployment, context);
        }
      }
    },
  },
});

function checkDeployment(
  versions: readonly DeclaredApi[],
  deployment: string,
  { report }: RuleContext,
): void {
  const uses = new Map<string, FirstUse>();
  for (const [key, use] of versions.flatMap((api) => listUses(api, deployment))) {
    const first = uses.get(key);
    if (!first) uses.set(key, use);
    else if (first.api !== use.api) report(describeSharing(use, first));
  }
}

function listUses(api: DeclaredApi, deployment: string): readonly (readonly [string, FirstUse])[] {
  const targets = Object.values(effectiveEndpoints(api, deployment)).flatMap(endpointTargets);
  return targets.flatMap((target) => {
    const key = comparableUrl(target.url);
    return key === undefined ? [] : [[key, { api, target }] as const];
  });
}

function describeSharing({ api, target }: FirstUse, first: FirstUse): Finding {
  return {
    at: target.place,
    message: `${apiKey(api.value)} shares the endpoint ${normaliseUrl(target.url)} with ${first.api.value.version}.`,
    help: 'Give each version its own endpoint.',
    related: [{ message: `the endpoint of ${apiKey(first.api.value)}`, at: first.target.place }],
  };
}
