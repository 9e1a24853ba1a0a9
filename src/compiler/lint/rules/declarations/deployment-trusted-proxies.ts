import { isIPv4, isIPv6 } from 'node:net';
import { placeOf, type Place } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editGateway } from '#compiler/rule/example-edits.ts';
import type { Finding } from '#compiler/workspace/finding.ts';

export const deploymentTrustedProxies = defineRule({
  name: 'deployment-trusted-proxies',
  section: '5.6',
  severity: 'error',
  group: 'integrity',
  summary: 'A trusted proxy, and a proxy that may ask about calls, is an IP address or a CIDR block.',
  why: 'The gateway trusts the client address that such a proxy sends, so a mistake here lets callers forge theirs.',
  examples: [
    {
      title: 'An address and two blocks',
      edits: [editGateway('  qa:', "    trustedProxies: [192.0.2.1, 10.0.0.0/8, '2001:db8::/32']\n  qa:")],
      findings: [],
    },
    {
      title: 'A host name, and a block that is too long',
      edits: [editGateway('  qa:', '    trustedProxies: [proxy.example.edu, 10.0.0.0/33]\n  qa:')],
      findings: [
        'gateway.config.yaml:7:22 The trusted proxy "proxy.example.edu" is neither an IP address nor a CIDR block.',
        'gateway.config.yaml:7:41 The trusted proxy "10.0.0.0/33" is neither an IP address nor a CIDR block.',
      ],
    },
    {
      title: 'A host name of a proxy that may ask about calls',
      edits: [editGateway('  qa:', '    externalAuthorization: { trustedPeers: [proxy] }\n  qa:')],
      findings: [
        'gateway.config.yaml:7:45 The trusted peer "proxy" is neither an IP address nor a CIDR block.',
      ],
    },
  ],
  check: {
    gateway: ({ value, place }, { report }) => {
      for (const [deployment, declared] of Object.entries(value.deployments)) {
        const at = placeOf(place, 'deployments', deployment);
        const { trustedProxies = [], externalAuthorization: { trustedPeers = [] } = {} } = declared;
        reportOthers('trusted proxy', trustedProxies, placeOf(at, 'trustedProxies'), report);
        reportOthers(
          'trusted peer',
          trustedPeers,
          placeOf(at, 'externalAuthorization', 'trustedPeers'),
          report,
        );
      }
    },
  },
});

function reportOthers(
  kind: string,
  proxies: readonly string[],
  place: Place,
  report: (finding: Finding) => void,
): void {
  for (const [index, proxy] of proxies.entries()) {
    if (isAddressOrBlock(proxy)) continue;
    report({
      at: placeOf(place, index),
      message: `The ${kind} ${JSON.stringify(proxy)} is neither an IP address nor a CIDR block.`,
      help: 'Name the addresses of your own proxies, such as 10.0.0.0/8.',
    });
  }
}

function isAddressOrBlock(proxy: string): boolean {
  const [address = '', length = '0', ...rest] = proxy.split('/');
  const maxBits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1;
  return rest.length === 0 && /^\d{1,3}$/.test(length) && Number(length) <= maxBits;
}
