import { placeOf } from '#source/place.ts';
import { findGrantProblem } from './parts/find-grant-problem.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApplication } from '#compiler/rule/example-edits.ts';

const grants = 'grants: [client_credentials, authorization_code]';

export const applicationPasswordGrant = defineRule({
  name: 'application-password-grant',
  section: '5.3',
  severity: 'warning',
  group: 'design',
  summary: 'An application does not use the password grant (RFC 9700, section 2.4).',
  why: 'A program that receives passwords can store and leak them, its users learn to type them anywhere, and the grant does not support a second factor.',
  examples: [
    { title: 'The authorization code', edits: [], findings: [] },
    {
      title: 'The password grant',
      edits: [editApplication(grants, 'grants: [client_credentials, password]')],
      findings: [
        'applications/dog_walker.yaml:6:30 DogWalker uses the password grant, which RFC 9700 (section 2.4) forbids.',
      ],
    },
    {
      title: 'A type that cannot use it, which is reported by another rule',
      edits: [
        editApplication('type: web', 'type: single-page'),
        editApplication(grants, 'grants: [password]'),
      ],
      findings: [],
    },
  ],
  check: {
    application: ({ value: { name, type, grants: declared }, place }, { report }) => {
      const index = declared.indexOf('password');
      if (index === -1 || findGrantProblem(type, 'password') !== undefined) return;
      report({
        at: placeOf(place, 'grants', index),
        message: `${name} uses the password grant, which RFC 9700 (section 2.4) forbids.`,
        help: 'Use authorization_code if there is a browser, or client_credentials if there are no users.',
      });
    },
  },
});
