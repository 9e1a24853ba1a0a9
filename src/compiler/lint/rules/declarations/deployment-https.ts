import { defineRule } from '#compiler/rule/define-rule.ts';
import { editGateway } from '#compiler/rule/example-edits.ts';
import { findUrlProblem } from '#compiler/rule/declarations/find-url-problem.ts';
import { deploymentUrls } from '#compiler/workspace/urls/deployment-urls.ts';
import { isPlainHttp } from '#compiler/workspace/urls/url.ts';

export const deploymentHttps = defineRule({
  name: 'deployment-https',
  section: '5.6',
  severity: 'error',
  group: 'design',
  summary: 'The addresses of a deployment use https, unless they are on the loopback interface.',
  why: 'Secrets and tokens are sent to these addresses, and anyone who intercepts one can use it.',
  examples: [
    { title: 'https', edits: [], findings: [] },
    {
      title: 'http on this machine',
      edits: [editGateway('https://gateway-qa.example.edu', 'http://localhost:8243')],
      findings: [],
    },
    {
      title: 'http elsewhere',
      edits: [editGateway('https://gateway-qa.example.edu', 'http://gateway-qa.example.edu')],
      findings: ['gateway.config.yaml:8:17 The address http://gateway-qa.example.edu does not use https.'],
    },
  ],
  check: {
    gateway: (gateway, { report }) => {
      for (const { url, place } of deploymentUrls(gateway)) {
        if (findUrlProblem(url) !== undefined || !isPlainHttp(url)) continue;
        report({
          at: place,
          message: `The address ${url} does not use https.`,
          help: 'Begin it with https.',
        });
      }
    },
  },
});
