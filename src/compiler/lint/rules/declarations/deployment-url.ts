import { defineRule } from '../../../rule/define-rule.ts';
import { editGateway } from '../../../rule/example-edits.ts';
import { findUrlFault, mayHoldSecret } from '../../../rule/declarations/find-url-fault.ts';
import { deploymentUrls } from '../../../workspace/deployment-urls.ts';

export const deploymentUrl = defineRule({
  name: 'deployment-url',
  section: '4',
  severity: 'error',
  group: 'integrity',
  summary: 'The addresses of a deployment are absolute URLs without a user, a query or a fragment.',
  why: 'Paths are appended to them, and the issuer of a token may hold none of the three (RFC 8414, section 2).',
  examples: [
    { title: 'A host', edits: [], findings: [] },
    {
      title: 'A port and a path',
      edits: [editGateway('https://gateway.example.edu', 'https://gateway.example.edu:8243/apis')],
      findings: [],
    },
    {
      title: 'No host',
      edits: [editGateway('https://gateway.example.edu', 'https://')],
      findings: [
        'gateway.config.yaml:6:17 An address of the deployment production is not an absolute http or https URL.',
      ],
    },
    {
      title: 'A query',
      edits: [editGateway('https://gateway-qa.example.edu', 'https://gateway-qa.example.edu?tenant=dogs')],
      findings: ['gateway.config.yaml:8:17 An address of the deployment qa carries a query.'],
    },
  ],
  check: {
    gateway: (gateway, { report }) => {
      for (const { deployment, url, place } of deploymentUrls(gateway)) {
        const fault = findUrlFault(url);
        if (fault === undefined) continue;
        report({
          at: place,
          message: `An address of the deployment ${deployment} ${fault}.`,
          help: 'Write it as https://host, with a port or a path where it has one.',
          ...(mayHoldSecret(url) && { secret: true }),
        });
      }
    },
  },
});
