import { defineRule } from '../../../rule/define-rule.ts';
import { editApi } from '../../../rule/example-edits.ts';
import { findUrlProblem } from '../../../rule/declarations/find-url-problem.ts';
import { declaredEndpoints, endpointTargets } from '../../../workspace/urls/effective-endpoints.ts';
import { isPlainHttp } from '../../../workspace/urls/url.ts';

const production = 'url: https://dogs.internal.example.edu';

export const endpointHttps = defineRule({
  name: 'endpoint-https',
  section: '5.6',
  severity: 'error',
  group: 'design',
  summary: 'An endpoint uses https, unless it is on the loopback interface.',
  why: 'All traffic must be encrypted; an unencrypted call can be read and changed in transit.',
  examples: [
    { title: 'https', edits: [], findings: [] },
    {
      title: 'http on this machine',
      edits: [editApi(production, 'url: http://127.0.0.1:4010')],
      findings: [],
    },
    { title: 'http on localhost', edits: [editApi(production, 'url: http://localhost:4010')], findings: [] },
    {
      title: 'http elsewhere',
      edits: [editApi(production, 'url: http://dogs.internal.example.edu')],
      findings: [
        'apis/dog_park/v1/api.yaml:9:22 The endpoint http://dogs.internal.example.edu does not use https.',
      ],
    },
    {
      title: 'http on a host whose name begins like an address of this machine',
      edits: [editApi(production, 'url: http://127.0.0.1.example.edu')],
      findings: [
        'apis/dog_park/v1/api.yaml:9:22 The endpoint http://127.0.0.1.example.edu does not use https.',
      ],
    },
    {
      title: 'http on a name under localhost, which DNS decides',
      edits: [editApi(production, 'url: http://dogs.localhost')],
      findings: ['apis/dog_park/v1/api.yaml:9:22 The endpoint http://dogs.localhost does not use https.'],
    },
    {
      title: 'http in a single deployment',
      edits: [
        editApi(
          'endpoints:',
          'deployments:\n  qa:\n    endpoints:\n      sandbox: { targets: [http://dogs-qa.example.edu] }\nendpoints:',
        ),
      ],
      findings: [
        'apis/dog_park/v1/api.yaml:11:28 The endpoint http://dogs-qa.example.edu does not use https.',
      ],
    },
  ],
  check: {
    api: (api, { report }) => {
      for (const { url, place } of declaredEndpoints(api).flatMap(endpointTargets)) {
        if (findUrlProblem(url) !== undefined || !isPlainHttp(url)) continue;
        report({
          at: place,
          message: `The endpoint ${url} does not use https.`,
          help: 'Use https; set `ca` to trust your own certificate authority.',
        });
      }
    },
  },
});
