import { defineRule } from '#compiler/rule/define-rule.ts';
import { editGateway } from '#compiler/rule/example-edits.ts';
import { findUrlProblem } from '#compiler/rule/declarations/find-url-problem.ts';
import { deploymentUrls } from '#compiler/workspace/urls/deployment-urls.ts';

const hostPattern = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/;

export const deploymentHostFormat = defineRule({
  name: 'deployment-host-format',
  section: '4.5',
  severity: 'error',
  group: 'design',
  summary: 'The hosts of a deployment consist of lower-case letters, digits and hyphens.',
  why: 'The parts of an address are in snake_case, but a host name cannot contain an underscore (RFC 1123, section 2.1), so it uses a hyphen instead.',
  examples: [
    {
      title: 'An IPv6 address',
      edits: [editGateway('https://gateway-qa.example.edu', 'https://[::1]:8243')],
      findings: [],
    },
    {
      title: 'An underscore',
      edits: [editGateway('https://gateway-qa.example.edu', 'https://api_gateway-qa.example.edu')],
      findings: [
        'gateway.config.yaml:8:17 The host api_gateway-qa.example.edu contains characters other than lower-case letters, digits and hyphens.',
      ],
    },
    {
      title: 'A capital letter',
      edits: [editGateway('https://gateway-qa.example.edu', 'https://Gateway-qa.example.edu:8243/apis')],
      findings: [
        'gateway.config.yaml:8:17 The host Gateway-qa.example.edu contains characters other than lower-case letters, digits and hyphens.',
      ],
    },
  ],
  check: {
    gateway: (gateway, { report }) => {
      for (const { url, place } of deploymentUrls(gateway)) {
        const host = hostAsWritten(url);
        if (findUrlProblem(url) !== undefined || host.startsWith('[') || hostPattern.test(host)) continue;
        report({
          at: place,
          message: `The host ${host} contains characters other than lower-case letters, digits and hyphens.`,
          help: 'Write it in lower case, with hyphens between words.',
        });
      }
    },
  },
});

/** The host as written; parsing the URL would convert it to lower case. */
function hostAsWritten(url: string): string {
  return /^https?:\/\/(\[[^\]]*\]|[^/:\\]*)/i.exec(url)?.[1] ?? '';
}
