import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editGateway } from '#compiler/rule/example-edits.ts';

const organisation = 'organisation: Example University';

export const gatewaySigningKeys = defineRule({
  name: 'gateway-signing-keys',
  section: '4.1',
  severity: 'error',
  group: 'integrity',
  summary: 'At least one signing key has the use sign.',
  why: 'Keys that only verify accept old tokens until they expire; new tokens need a key that signs.',
  examples: [
    { title: 'The default key', edits: [], findings: [] },
    {
      title: 'A new key that signs and an old one that verifies',
      edits: [
        editGateway(
          organisation,
          `${organisation}\ntoken:\n  signingKeys:\n    - key: { fromEnv: NEW_KEY }\n    - { key: { fromEnv: OLD_KEY }, use: verify }`,
        ),
      ],
      findings: [],
    },
    {
      title: 'Keys that only verify',
      edits: [
        editGateway(
          organisation,
          `${organisation}\ntoken:\n  signingKeys:\n    - { key: { fromEnv: OLD_KEY }, use: verify }`,
        ),
      ],
      findings: ['gateway.config.yaml:5:3 No signing key has the use sign.'],
    },
  ],
  check: {
    gateway: ({ value: { token }, place }, { report }) => {
      if (!token?.signingKeys?.every(({ use }) => use === 'verify')) return;
      report({
        at: placeOf(place, 'token', 'signingKeys'),
        part: 'key',
        message: 'No signing key has the use sign.',
        help: 'Add a key whose `use` is sign, or remove `signingKeys`.',
      });
    },
  },
});
