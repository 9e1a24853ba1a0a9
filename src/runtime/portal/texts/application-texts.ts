import { mostRecentCalls } from '#runtime/ports/access-log.ts';
import type { ApplicationType, KeySetName, ManifestSubscription } from '#compiled/manifest.ts';
import { countOf, describeLimit, formatCount, wordFor } from './quantities.ts';

/** The texts of the pages of applications. */
export const applicationTexts = {
  title: 'My applications',
  lead: 'The applications that you or your teams own: their keys, their subscriptions, and how much they call.',
  none: 'You own no applications yet',
  noneExplanation:
    'An application has the keys that a program needs to call APIs. It is yours if its owner is your user name, one of your e-mail addresses or one of your teams. One that you have proposed appears here when the gateway has loaded the merge of its proposal.',
  add: 'New application',
  subscriptionCount: (count: number) => countOf(count, 'subscription'),
  recent: (requests: number, errors: number) =>
    `${countOf(requests, 'request')} in 14 days, ${formatCount(errors)} of them failed`,
  recentNone: 'No requests in 14 days',
  gapCount: (count: number) => `${countOf(count, 'thing')} ${wordFor(count, 'is', 'are')} missing`,
  facts: 'Details',
  type: 'Type',
  owner: 'Owner',
  grants: 'Grants',
  callbackUrls: 'Callback URLs',
  nothing: 'None',
  limit: 'Limit of the application',
  limitOf: describeLimit,
  noLimit: 'No limit',
  change: {
    settings: 'Change the settings',
    'rename-application': 'Rename',
    'transfer-application': 'Transfer',
    'delete-application': 'Delete',
  },
  types: {
    'single-page': 'Single-page application',
    native: 'Native application',
    web: 'Web application',
    service: 'Service',
    'command-line': 'Command-line program',
  } satisfies Record<ApplicationType, string>,
  /** What may be chosen for an application in a form, each in a line. */
  choices: {
    types: {
      'single-page': 'Single-page application: runs in a browser, without a secret',
      native: 'Native application: runs on the phone or computer of a user, without a secret',
      web: 'Web application: a server whose users sign in with their browsers',
      service: 'Service: a server that calls APIs in its own name',
      'command-line': 'Command-line program: calls APIs in its own name',
    } satisfies Record<ApplicationType, string>,
    grants: {
      authorization_code: 'For a user who signs in with a browser (authorization_code)',
      refresh_token: 'Again for that user, without signing in again (refresh_token)',
      client_credentials: 'For the application itself, without a user (client_credentials)',
      password: 'With the name and password of a user, which the application sees (password)',
      implicit: 'For a user who signs in with a browser, without a secret; outdated (implicit)',
      'urn:ietf:params:oauth:grant-type:saml2-bearer':
        'With a SAML assertion that the application has (saml2-bearer)',
    },
  },
  keys: {
    title: 'Keys',
    explanation:
      'A secret is shown only once, when it is made. Here are the consumer keys, which are not secret.',
    keySet: 'Key set',
    names: { production: 'Production', sandbox: 'Sandbox' } satisfies Record<KeySetName, string>,
    consumerKey: 'Consumer key',
    secrets: 'Secrets',
    isPublic: 'Needs no secret',
    none: 'No keys',
    rotate: 'Rotate keys',
    add: 'Add keys',
  },
  notices: {
    title: 'Notices',
    explanation:
      'These addresses receive a notice when an API that it subscribes to is deprecated, retired or blocked, and what owners of APIs write.',
    none: 'It declares no address for notices: nobody learns of changes of its APIs.',
    add: 'Add addresses',
    change: 'Change the addresses',
    /** The fields of forms. */
    fields: {
      email: {
        label: 'E-mail address for notices',
        hint: 'Who learns that an API is deprecated, retired or blocked, such as a list of your team. Whoever may read the repository sees it.',
        notSent: 'This gateway sends no e-mail now.',
      },
      webhook: {
        label: 'Webhook for notices',
        hint: 'An https URL that gets the same as JSON.',
        notSent: 'This gateway calls no webhooks now.',
      },
    },
    notSent: 'this gateway does not send there',
    email: 'E-mail',
    webhook: 'Webhook',
    showKey: 'Show the key of the webhook',
    keyTitle: (application: string) => `Key of the webhook of ${application}`,
    keyLead:
      'Requests are signed with it as Standard Webhooks specifies. Keep it secret: whoever has it can sign notices to this application.',
    keyUnreadable: 'The key cannot be shown at the moment',
    keyUnreadableHelp:
      'The gateway cannot read the secret that the keys of webhooks are derived from, and sends nothing to webhooks until it can. Ask those who run the gateway: it has told them which secret it is.',
    back: 'Back to the application',
  },
  subscriptions: {
    title: 'Subscriptions',
    none: 'This application has no subscriptions. Find an API that it needs, and subscribe to it.',
    find: 'Find an API',
    subscribe: 'Subscribe to an API',
    subscribeSeveral: 'Subscribe to several APIs',
    missing: 'Missing',
    api: 'API',
    tier: 'Tier',
    state: 'Subscription',
    states: { active: 'Active', blocked: 'Blocked' } satisfies Record<ManifestSubscription['state'], string>,
    scopes: 'Scopes',
    actions: 'Actions',
    change: 'Change',
    changeOf: (api: string) => `Change the subscription to ${api}`,
    withdraw: 'Withdraw',
    withdrawOf: (api: string) => `Withdraw the subscription to ${api}`,
    unlisted: 'not declared',
  },
  calls: {
    title: 'Last calls',
    link: 'Last calls, each with its request ID',
    lead: `At most the last ${mostRecentCalls} calls since the gateway was started, without their queries and bodies.`,
    none: 'No recent calls',
    noneExplanation: 'A call appears here as soon as its response is complete.',
    unknownId: 'None of the last calls has this request ID',
    unknownIdExplanation: 'The request ID is in the header X-Request-Id of each response.',
    showAll: 'Show all calls',
    search: 'Request ID',
    find: 'Find',
    unavailable: 'The calls cannot be read at the moment. Try again in a minute.',
    columns: { endedAt: 'Time', call: 'Call', status: 'Status', duration: 'Duration', id: 'Request ID' },
    milliseconds: (duration: number) => `${duration.toLocaleString('en')} ms`,
    fromConsole: 'from the console',
  },
  gaps: {
    title: 'What is missing for a call',
    keys: { text: 'The application has no keys, so it cannot get a token.', fix: 'Add keys' },
    grants: { text: 'The application has no grants, so it cannot get a token.', fix: 'Add a grant' },
    callback: {
      text: 'The application has no callback URL, so its users cannot sign in and it gets no token.',
      fix: 'Add a callback URL',
    },
    subscriptions: {
      text: 'The application has no subscriptions, so every API refuses its calls.',
      fix: 'Find an API',
    },
  },
  subscriptionGaps: {
    blocked: 'The owner of the API has blocked this subscription: calls are refused.',
    state: 'This version of the API does not take calls now.',
    endpoint: {
      production: 'The API has no production endpoint: calls with production keys are refused.',
      sandbox: 'The API has no sandbox endpoint: calls with sandbox keys are refused.',
    } satisfies Record<KeySetName, string>,
    scopes: (operations: number, scopes: string) =>
      `${countOf(operations, 'operation')} ${wordFor(operations, 'is', 'are')} refused: ${wordFor(operations, 'it needs', 'they need')} scopes that are not granted: ${scopes}.`,
  },
} as const;
