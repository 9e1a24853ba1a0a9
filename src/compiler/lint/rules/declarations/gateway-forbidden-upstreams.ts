import { isForbiddenEntry } from '#compiled/settings/forbidden-upstreams.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editGateway } from '#compiler/rule/example-edits.ts';
import { placeOf } from '#source/place.ts';

const organisation = 'organisation: Example University';
const forbid = (entries: string) => [
  editGateway(organisation, `${organisation}\nupstreams: { forbidden: [${entries}] }`),
];

export const gatewayForbiddenUpstreams = defineRule({
  name: 'gateway-forbidden-upstreams',
  section: '5.6',
  severity: 'error',
  group: 'integrity',
  summary: 'An address in `upstreams.forbidden` is an IP address, a CIDR block or a host.',
  why: 'An entry that cannot be read would forbid nothing.',
  examples: [
    {
      title: 'A block, a host, and an address with a port',
      edits: forbid("169.254.0.0/16, metadata.google.internal, '[::1]:9200'"),
      findings: [],
    },
    {
      title: 'A URL, a block that is too long, and a port that is too high',
      edits: forbid("'http://10.0.0.1', 10.0.0.0/33, 'db.example.edu:99999'"),
      findings: [
        'gateway.config.yaml:4:26 The address "http://10.0.0.1" is not an IP address, a CIDR block or a host.',
        'gateway.config.yaml:4:45 The address "10.0.0.0/33" is not an IP address, a CIDR block or a host.',
        'gateway.config.yaml:4:58 The address "db.example.edu:99999" is not an IP address, a CIDR block or a host.',
      ],
    },
  ],
  check: {
    gateway: ({ value, place }, { report }) => {
      for (const [index, entry] of (value.upstreams?.forbidden ?? []).entries()) {
        if (isForbiddenEntry(entry)) continue;
        report({
          at: placeOf(place, 'upstreams', 'forbidden', index),
          message: `The address ${JSON.stringify(entry)} is not an IP address, a CIDR block or a host.`,
          help: "Write it like 10.0.0.0/8, db.example.edu or '[::1]:9200'.",
        });
      }
    },
  },
});
