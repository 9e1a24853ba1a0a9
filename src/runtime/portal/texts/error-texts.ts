/** The texts of the error pages; the explanation of each error is in `runtime/rejection/`. */
export const errorTexts = {
  title: 'Errors',
  explanation:
    'An error of the gateway itself has one of these codes in its body. Errors of the service behind an API are passed on unchanged.',
  status: 'Status',
  meaning: 'Meaning',
  cause: 'Usual cause',
  advice: 'What to do',
  oauth: 'The OAuth endpoints',
  oauthMeaning: 'An OAuth endpoint refused the request (RFC 6749 section 5.2).',
  oauthAdvice: 'Compare `error_description` in the body with the causes above, and correct the request.',
  descriptions: 'Causes',
  next: {
    subscribe: 'Request a subscription',
    applications: 'Show your applications and their subscriptions',
    apis: 'Find the API, and how it is called',
  },
} as const;
