import { reasons, type CoveredSection } from './statement.ts';

export const section5: CoveredSection = {
  section: '5',
  title: 'Authentication',
  statements: [
    {
      id: '5-1',
      says: 'Every call has its access token as a bearer token in the `Authorization` header.',
      rules: [
        'authorization-parameter',
        'security-bearer',
        'api-operation-access',
        'operation-access-documented',
      ],
      reason: 'The gateway refuses a call without one unless its operation is declared as public.',
    },
    {
      id: '5-2',
      says: 'The token was issued to the keys of the calling application.',
      reason: reasons.byGateway,
    },
    { id: '5-3', says: 'A call without a valid token gets 403.', reason: reasons.byGateway },
    {
      id: '5-4',
      says: 'The grant types are those of OAuth 2.0 and of SAML 2.',
      rules: ['application-grant-for-type'],
      reason: 'The schema of an application allows no others.',
    },
    {
      id: '5-5',
      says: 'The authorization code is for programs whose users sign in, client credentials are for programs without users.',
      rules: ['application-grant-for-type', 'application-callback-required', 'application-login'],
      reason: 'Only the type of a program indicates whether it has users.',
    },
    {
      id: '5-6',
      says: 'A command-line program uses only client credentials or the password of its user.',
      rules: ['application-grant-for-type', 'application-refresh-token'],
    },
    { id: '5-7', says: 'Subscribing and calling differ by grant type.', reason: reasons.requiresNothing },
    {
      id: '5-8',
      says: 'Production keys reach production endpoints, sandbox keys reach sandbox endpoints.',
      rules: ['api-endpoints-differ'],
      reason: reasons.byGateway,
    },
    {
      id: '5-9',
      says: 'One token is valid for all subscriptions of its application.',
      reason: reasons.byGateway,
    },
    {
      id: '5-10',
      says: 'All traffic uses TLS.',
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
      says: 'A client that bypasses the load balancer may not trust the certificate of the gateway.',
      reason: 'It is a warning for callers, and requires nothing of declarations.',
    },
    {
      id: '5-12',
      says: 'Identifiers of resources are not sequential numbers.',
      rules: ['identifier-not-sequential'],
      reason:
        'A number that people use, such as a room number, is not reported; the contents of strings are unknown.',
    },
    {
      id: '5-13',
      says: 'Services are stateless between calls.',
      reason: 'No document shows the state of a service.',
    },
    {
      id: '5-14',
      says: 'The request of the password grant and the available scopes are not specified.',
      reason: reasons.requiresNothing,
    },
  ],
};
