import { placeOf } from '#source/place.ts';
import { grantTraits } from '#compiler/declaration/parts/grant-type.ts';
import { defineRule } from '#compiler/rule/define-rule.ts';
import { editApplication } from '#compiler/rule/example-edits.ts';
import { findGrantProblem } from './parts/find-grant-problem.ts';

const grants = 'grants: [client_credentials, authorization_code]';

export const applicationRefreshToken = defineRule({
  name: 'application-refresh-token',
  section: '5.3',
  severity: 'error',
  group: 'design',
  summary:
    'An application with the grant type refresh_token also has a grant type that issues refresh tokens.',
  why: 'Without a refresh token, every refresh request is refused.',
  examples: [
    {
      title: 'With the authorization code',
      edits: [editApplication(grants, 'grants: [authorization_code, refresh_token]')],
      findings: [],
    },
    {
      title: 'Only with client credentials',
      severity: 'warning',
      edits: [editApplication(grants, 'grants: [client_credentials, refresh_token]')],
      findings: [
        'applications/dog_walker.yaml:6:30 DogWalker uses the grant type refresh_token, but none of its other grant types issues a refresh token.',
      ],
    },
    {
      title: 'Only with the SAML bearer grant',
      severity: 'warning',
      edits: [
        editApplication(grants, 'grants: [refresh_token, "urn:ietf:params:oauth:grant-type:saml2-bearer"]'),
      ],
      findings: [
        'applications/dog_walker.yaml:6:10 DogWalker uses the grant type refresh_token, but none of its other grant types issues a refresh token.',
      ],
    },
  ],
  check: {
    application: ({ value: { name, type, grants: declared }, place }, { report }) => {
      const index = declared.indexOf('refresh_token');
      const usable = declared.filter((grant) => findGrantProblem(type, grant) === undefined);
      if (index === -1 || usable.some((grant) => grantTraits[grant].issuesRefreshTokens)) return;
      report({
        atMost: 'warning',
        at: placeOf(place, 'grants', index),
        message: `${name} uses the grant type refresh_token, but none of its other grant types issues a refresh token.`,
        help: 'Remove it, or add the grant type that its users sign in with.',
      });
    },
  },
});
