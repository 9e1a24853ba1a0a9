import { placeOf } from '#source/place.ts';
import { grantTraits } from '#compiler/declaration/parts/grant-type.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApplication } from '#compiler/rule/example-edits.ts';

const callbacks = 'callbackUrls: [https://walker.example.edu/callback]\n';
const grants = 'grants: [client_credentials, authorization_code]';

export const applicationCallbackRequired = defineRule({
  name: 'application-callback-required',
  section: '2.1',
  severity: 'error',
  group: 'design',
  summary: 'An application that uses the authorization code or the implicit grant has a callback URL.',
  why: 'These grants end with a redirect to a registered URL; without one, every request is refused.',
  examples: [
    {
      title: 'No callback URL and no grant that needs one',
      edits: [editApplication(callbacks, ''), editApplication(grants, 'grants: [client_credentials]')],
      findings: [],
    },
    {
      title: 'No callback URL',
      severity: 'warning',
      edits: [editApplication(callbacks, '')],
      findings: [
        'applications/dog_walker.yaml:5:30 DogWalker uses the grant type authorization_code but has no callback URL.',
      ],
    },
    {
      title: 'An empty list',
      severity: 'warning',
      edits: [
        editApplication(callbacks, 'callbackUrls: []\n'),
        editApplication(grants, 'grants: [implicit]'),
      ],
      findings: [
        'applications/dog_walker.yaml:6:10 DogWalker uses the grant type implicit but has no callback URL.',
      ],
    },
  ],
  check: {
    application: ({ value, place }, { report }) => {
      if (value.callbackUrls?.length) return;
      const index = value.grants.findIndex((grant) => grantTraits[grant].redirects);
      if (index === -1) return;
      report({
        atMost: 'warning',
        at: placeOf(place, 'grants', index),
        message: `${value.name} uses the grant type ${value.grants[index]} but has no callback URL.`,
        help: 'Add the URL that the browser returns to under `callbackUrls`, or remove the grant.',
      });
    },
  },
});
