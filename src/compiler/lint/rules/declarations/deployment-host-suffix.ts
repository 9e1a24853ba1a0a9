import { isIPv4 } from 'node:net';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editGateway } from '#compiler/rule/example-edits.ts';
import { findUrlProblem } from '#compiler/rule/declarations/find-url-problem.ts';
import { deploymentUrls, type DeploymentUrl } from '#compiler/workspace/urls/deployment-urls.ts';
import type { Finding } from '#compiler/workspace/finding.ts';
import { isLoopbackUrl } from '#compiler/workspace/urls/url.ts';

const suffix = '-qa';

export const deploymentHostSuffix = defineRule({
  name: 'deployment-host-suffix',
  section: '1',
  severity: 'error',
  group: 'design',
  summary: 'The first label of a host ends in -qa in every deployment except production, where it does not.',
  why: 'The address then shows whether a call reaches production.',
  examples: [
    {
      title: 'A deployment on this machine',
      edits: [editGateway('https://gateway-qa.example.edu', 'https://localhost:8243')],
      findings: [],
    },
    {
      title: 'No suffix in qa',
      edits: [editGateway('https://gateway-qa.example.edu', 'https://test.example.edu')],
      findings: [
        'gateway.config.yaml:8:17 The host test.example.edu of the deployment qa lacks the suffix -qa.',
      ],
    },
    {
      title: 'The suffix on another label',
      edits: [editGateway('https://gateway-qa.example.edu', 'https://gateway.example-qa.edu')],
      findings: [
        'gateway.config.yaml:8:17 The host gateway.example-qa.edu of the deployment qa lacks the suffix -qa.',
      ],
    },
  ],
  check: {
    gateway: (gateway, { report }) => {
      for (const address of deploymentUrls(gateway)) {
        if (findUrlProblem(address.url) !== undefined || isLoopbackUrl(address.url)) continue;
        const finding = checkHost(address);
        if (finding) report(finding);
      }
    },
  },
});

function checkHost({ deployment, url, place }: DeploymentUrl): Finding | undefined {
  const { hostname } = new URL(url);
  const production = deployment === 'production';
  const [label = ''] = hostname.split('.');
  if (label.endsWith(suffix) !== production) return undefined;
  const verb = production ? 'has' : 'lacks';
  return {
    at: place,
    message: `The host ${hostname} of the deployment ${deployment} ${verb} the suffix ${suffix}.`,
    help: isAddress(hostname)
      ? `Use a host name whose first label ends in ${suffix}.`
      : `Name the host ${(production ? label.slice(0, -suffix.length) : label + suffix) + hostname.slice(label.length)}.`,
  };
}

function isAddress(hostname: string): boolean {
  return isIPv4(hostname) || hostname.startsWith('[');
}
