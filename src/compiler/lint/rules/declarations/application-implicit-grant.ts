import { placeOf } from '#source/place.ts';
import { findGrantProblem } from './parts/find-grant-problem.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApplication } from '#compiler/rule/example-edits.ts';

const grants = 'grants: [client_credentials, authorization_code]';

export const applicationImplicitGrant = defineRule({
  name: 'application-implicit-grant',
  section: '5.3',
  severity: 'warning',
  group: 'design',
  summary: 'An application does not use the implicit grant (RFC 9700, section 2.1.2).',
  why: 'A token in a redirect leaks through the browser history and scripts on the page, and a token issued to another client can be injected.',
  examples: [
    { title: 'The authorization code', edits: [], findings: [] },
    {
      title: 'The implicit grant',
      edits: [editApplication(grants, 'grants: [implicit]')],
      findings: [
        'applications/dog_walker.yaml:6:10 DogWalker uses the implicit grant, which RFC 9700 (section 2.1.2) advises against.',
      ],
    },
    {
      title: 'A type that cannot use it, which is reported by another rule',
      edits: [
        editApplication('type: web', 'type: command-line'),
        editApplication(grants, 'grants: [implicit]'),
      ],
      findings: [],
    },
  ],
  check: {
    application: ({ value: { name, type, grants: declared }, place }, { report }) => {
      const index = declared.indexOf('implicit');
      if (index === -1 || findGrantProblem(type, 'implicit') !== undefined) return;
      report({
        at: placeOf(place, 'grants', index),
        message: `${name} uses the implicit grant, which RFC 9700 (section 2.1.2) advises against.`,
        help: 'Use authorization_code with PKCE, which works in a browser without a secret too.',
      });
    },
  },
});
