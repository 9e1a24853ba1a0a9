import { placeOf } from '../../../source/place.ts';
import type { ApplicationDeclaration } from '../../declaration/application.ts';
import { defineRule } from '../../rule/define-rule.ts';
import { editApplication } from '../../rule/example-edits.ts';

type ApplicationType = ApplicationDeclaration['type'];

const samlGrant = 'urn:ietf:params:oauth:grant-type:saml2-bearer';
const grants = 'grants: [client_credentials, authorization_code]';

/** The grants that a type cannot use, and why: it has no browser to send, or no secret to prove itself by. */
const refused: Partial<
  Record<ApplicationType, { readonly grants: readonly string[]; readonly why: string }>
> = {
  'command-line': {
    grants: ['authorization_code', 'implicit', samlGrant],
    why: 'a command-line application cannot have its user sign in',
  },
  'single-page': {
    grants: ['client_credentials', samlGrant],
    why: 'a single-page application has no secret',
  },
};

export const applicationGrantForType = defineRule({
  name: 'application-grant-for-type',
  section: '5.3',
  severity: 'error',
  group: 'design',
  summary: 'An application uses only grants that a program of its type can carry out.',
  why: 'A command-line program has no browser in which a user could sign in, and a page in a browser has no secret to show.',
  examples: [
    { title: 'A web application', edits: [], findings: [] },
    {
      title: 'A command-line application with a user name and a password',
      edits: [
        editApplication('type: web', 'type: command-line'),
        editApplication(grants, 'grants: [client_credentials, password, refresh_token]'),
      ],
      findings: [],
    },
    {
      title: 'A command-line application that would need a browser',
      edits: [editApplication('type: web', 'type: command-line')],
      findings: [
        'applications/dog_walker.yaml:6:30 DogWalker cannot use the grant authorization_code: a command-line application cannot have its user sign in.',
      ],
    },
    {
      title: 'A single-page application that would need a secret',
      edits: [editApplication('type: web', 'type: single-page')],
      findings: [
        'applications/dog_walker.yaml:6:10 DogWalker cannot use the grant client_credentials: a single-page application has no secret.',
      ],
    },
  ],
  check: {
    application: ({ value: { name, type, grants: declared }, place }, { report }) => {
      for (const [index, grant] of declared.entries()) {
        if (!refused[type]?.grants.includes(grant)) continue;
        report({
          at: placeOf(place, 'grants', index),
          message: `${name} cannot use the grant ${grant}: ${refused[type].why}.`,
          help: 'Remove the grant, or correct the type.',
        });
      }
    },
  },
});
