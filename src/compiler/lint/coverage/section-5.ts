import { reasons, type CoveredSection } from './statement.ts';

export const section5: CoveredSection = {
  section: '5',
  title: 'Authentication',
  statements: [
    {
      id: '5-1',
      says: 'Every call has its access token as a bearer token in the header `Authorization`.',
      rules: ['authorization-parameter', 'security-bearer'],
      reason: 'The gateway refuses a call without it, whatever is declared.',
    },
    {
      id: '5-2',
      says: 'The token was issued for keys of the calling application.',
      reason: reasons.byGateway,
    },
    { id: '5-3', says: 'A call without a valid token is answered with 403.', reason: reasons.byGateway },
    {
      id: '5-4',
      says: 'The grants are those of OAuth 2.0 and that of SAML 2.',
      rules: ['application-grant-for-type'],
      reason: 'The schema of an application knows no others.',
    },
    {
      id: '5-5',
      says: 'The authorization code is for programs that have a user sign in, the client credentials for those without a user.',
      rules: ['application-grant-for-type', 'application-callback-required', 'application-login'],
      reason: 'Whether a program has users is known by its type at most.',
    },
    {
      id: '5-6',
      says: 'A command-line program uses client credentials or the password of its user, and nothing else.',
      rules: ['application-grant-for-type', 'application-refresh-token'],
    },
    { id: '5-7', says: 'The ways to subscribe and to call differ by grant.', reason: reasons.asksNothing },
    {
      id: '5-8',
      says: 'Production keys lead to production endpoints, sandbox keys to sandbox endpoints.',
      rules: ['api-endpoints-differ'],
      reason: reasons.byGateway,
    },
    {
      id: '5-9',
      says: 'One token serves all subscriptions of its application.',
      reason: reasons.byGateway,
    },
    {
      id: '5-10',
      says: 'Everything is sent over TLS.',
      rules: [
        'server-tls',
        'endpoint-https',
        'deployment-https',
        'application-callback-url',
        'identity-provider-tls',
      ],
    },
    {
      id: '5-11',
      says: 'A client that calls the gateway past the load balancer may not trust its certificate.',
      reason: 'It warns those who call, and asks nothing of those who declare.',
    },
    {
      id: '5-12',
      says: 'Identifiers of resources are not sequential numbers.',
      rules: ['identifier-not-sequential'],
      reason:
        'A number that people use for a thing, such as that of a room, has no finding; the contents of strings are unknown.',
    },
    {
      id: '5-13',
      says: 'Services keep no state between calls.',
      reason: 'What a service keeps in mind is in no document.',
    },
    {
      id: '5-14',
      says: 'The request of the password grant, and the scopes that there are, are left open.',
      reason: reasons.asksNothing,
    },
  ],
};
