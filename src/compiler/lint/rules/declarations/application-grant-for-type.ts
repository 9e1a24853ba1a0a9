import { placeOf } from '#source/place.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApplication } from '#compiler/rule/example-edits.ts';
import { findGrantProblem } from './parts/find-grant-problem.ts';

const grants = 'grants: [client_credentials, authorization_code]';

export const applicationGrantForType = defineRule({
  name: 'application-grant-for-type',
  section: '5.3',
  severity: 'error',
  group: 'design',
  summary: 'An application uses only grants that its type supports.',
  why: 'A command-line program has no browser in which a user can sign in, and a page in a browser cannot keep a secret.',
  examples: [
    { title: 'A web application', edits: [], findings: [] },
    {
      title: 'A command-line application that would need a browser',
      edits: [editApplication('type: web', 'type: command-line')],
      findings: [
        'applications/dog_walker.yaml:6:30 DogWalker cannot use the grant type authorization_code: a command-line application cannot have its user sign in.',
      ],
    },
    {
      title: 'A native application that takes its tokens from the address bar (RFC 8252, section 8.2)',
      edits: [
        editApplication('type: web', 'type: native'),
        editApplication(grants, 'grants: [authorization_code, implicit]'),
      ],
      findings: [
        'applications/dog_walker.yaml:6:30 DogWalker cannot use the grant type implicit: a native application has no secret and signs its user in with the authorization code.',
      ],
    },
  ],
  check: {
    application: ({ value: { name, type, grants: declared }, place }, { report }) => {
      for (const [index, grant] of declared.entries()) {
        const why = findGrantProblem(type, grant);
        if (why === undefined) continue;
        report({
          at: placeOf(place, 'grants', index),
          message: `${name} cannot use the grant type ${grant}: ${why}.`,
          help: 'Remove the grant type, or correct the type of the application.',
        });
      }
    },
  },
});
