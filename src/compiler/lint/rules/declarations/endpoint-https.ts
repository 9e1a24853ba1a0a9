import { placeOf } from '#source/place.ts';
import { defineRule, type RuleContext } from '#compiler/rule/define-rule.ts';
import { editApi } from '#compiler/rule/example-edits.ts';
import { findUrlProblem } from '#compiler/rule/declarations/find-url-problem.ts';
import {
  declaredEndpoints,
  type EffectiveEndpoint,
  endpointTargets,
} from '#compiler/workspace/urls/effective-endpoints.ts';
import { isPlainHttp } from '#compiler/workspace/urls/url.ts';

const production = 'url: https://dogs.internal.example.edu';

export const endpointHttps = defineRule({
  name: 'endpoint-https',
  section: '5.6',
  severity: 'error',
  group: 'design',
  summary: 'An endpoint uses https, unless it is on the loopback interface or `allowPlainHttp` says why not.',
  why: 'All traffic must be encrypted; an unencrypted call can be read and changed in transit.',
  examples: [
    {
      title: 'http on this machine',
      edits: [editApi(production, 'url: http://127.0.0.1:4010')],
      findings: [],
    },
    {
      title: 'http elsewhere',
      edits: [editApi(production, 'url: http://dogs.internal.example.edu')],
      findings: [
        'apis/dog_park/v1/api.yaml:9:22 The endpoint http://dogs.internal.example.edu does not use https.',
      ],
    },
    {
      title: 'A reason that no address needs',
      severity: 'warning',
      edits: [editApi(production, `${production}, allowPlainHttp: { reason: The mesh encrypts all calls. }`)],
      findings: [
        'apis/dog_park/v1/api.yaml:9:57 No address of the production endpoint is plain http, so `allowPlainHttp` has no effect.',
      ],
    },
  ],
  check: {
    api: (api, context) => {
      for (const endpoint of declaredEndpoints(api)) checkEndpoint(endpoint, context);
    },
  },
});

function checkEndpoint(effective: EffectiveEndpoint, { report }: RuleContext): void {
  const { endpoint, place, keySet } = effective;
  const plain = endpointTargets(effective).filter(
    ({ url }) => findUrlProblem(url) === undefined && isPlainHttp(url),
  );
  if (endpoint.allowPlainHttp) {
    if (plain.length > 0) return;
    return report({
      at: placeOf(place, 'allowPlainHttp'),
      part: 'key',
      atMost: 'warning',
      message: `No address of the ${keySet} endpoint is plain http, so \`allowPlainHttp\` has no effect.`,
      help: 'Remove it, so that it does not allow the next one.',
    });
  }
  for (const { url, place: at } of plain) {
    report({
      at,
      message: `The endpoint ${url} does not use https.`,
      help:
        'Use https; set `ca` to trust your own certificate authority. Where nobody can read the calls, as inside a ' +
        "cluster, add `allowPlainHttp: { reason: 'The mesh encrypts all calls.' }` to the endpoint.",
    });
  }
}
