import type { RateLimit } from '#compiled/manifest.ts';
import { countOf, describeLimit, formatCount, wordFor } from './quantities.ts';

const nothingChanged = 'Nothing that matters to callers has changed.';

/** The texts of an API version's page and of the pages below it. */
export const apiPageTexts = {
  breadcrumb: 'Pages above this one',
  version: 'Version',
  owner: 'Owner',
  tiers: 'Tiers of subscriptions',
  moreTiers: (count: number) => `… and ${countOf(count, 'more tier')}.`,
  documentFacts: {
    contact: 'Contact',
    terms: 'Terms of service',
    licence: 'Licence',
    documentation: 'Further documentation',
    version: 'Version of the document',
  },
  baseAddress: 'Base address',
  versionHeader: 'Header of every call',
  furtherAddresses: 'Further addresses',
  deprecatedAddress: 'deprecated',
  lastChange: 'Last changed',
  versions: 'Versions',
  limit: 'Limit of this API',
  operationLimit: 'Limit of this operation',
  addressLimit: 'Limit of public operations, for each client address',
  keySets: 'Can be called with',
  keySetNames: (names: readonly string[]) => `${names.join(' and ')} keys`,
  keySet: { production: 'production', sandbox: 'sandbox' },
  noKeySets: 'no keys yet',
  since: 'Deprecated since',
  mayBeRetired: 'May be retired from',
  wasRetired: 'This version is retired: its calls are refused.',
  blocked: 'This version is blocked at the moment: its calls are refused.',
  blockedUntil: (date: string) => `This version is blocked until ${date} UTC: its calls are refused.`,
  notPublished:
    'This version is not published yet: only its owners see this page, and its calls are refused.',
  moveTo: 'Move to',
  deprecationPage: 'About the deprecation',
  purpose: 'Purpose',
  noPurpose: 'Its owner has not described it.',
  isCut: 'The rest of this text is in the OpenAPI document.',
  documents: 'Reference',
  document: 'OpenAPI document',
  documentHint: 'with the address of the gateway and its access tokens, ready for a client generator',
  moreInDocument: (count: number) => `… and ${formatCount(count)} more, in the OpenAPI document.`,

  call: {
    title: 'How to call it',
    token: 'Get an access token',
    tokenExplanation:
      'Every call needs an access token. An application gets it with its consumer key, in one of the ways below. Words in capitals are placeholders.',
    secret:
      'The samples read the consumer secret from the environment variable CONSUMER_SECRET. Keep it out of source code.',
    call: 'Call an operation',
    ownAuthority:
      'Programs refuse the certificate of this gateway until they trust its own authority. Ask who operates the gateway for the file of that authority: give curl the option --cacert with it, set REQUESTS_CA_BUNDLE to it for Python, and NODE_EXTRA_CA_CERTS for Node.js.',
    tokenPlaces: {
      outside: 'The sample reads the access token from the environment variable TOKEN.',
      'in a browser': 'Write the access token in place of TOKEN.',
    },
    fromFirstStep: 'It is the value of access_token in the response of step 1.',
    fromOtherPage: 'It is the value of access_token in the response of',
    noSecretInBrowser:
      'This request contains the consumer secret, which a program in a browser cannot keep. Use an application without a secret there, whose users sign in (authorization code), or get the token on a server: choose another language.',
    publicExplanation: 'Everyone can call this operation without an access token.',
    openAddress: 'Send the user to this address. The browser comes back to the callback URL with a code:',
    pkce: 'CODE_VERIFIER is a new random text of 43 to 128 letters and digits for each sign-in, CODE_CHALLENGE is its SHA-256 in base64url (PKCE).',
    openAddressImplicit:
      'Send the user to this address. The browser comes back to the callback URL with the token:',
    exchange: 'Exchange the code for a token:',
    noCallback: 'This application has no callback URL, which this grant needs.',
    noGrants: 'This application has no grant, so it cannot get a token.',
    noOperations: 'The OpenAPI document of this version describes no operations.',
    grants: {
      client_credentials: 'For the application itself (client credentials)',
      authorization_code: 'For a user who signs in (authorization code)',
      refresh_token: 'Again, without the user (refresh token)',
      password: 'With the name and password of a user (password)',
      implicit: 'In the browser, without a secret (implicit)',
      'urn:ietf:params:oauth:grant-type:saml2-bearer': 'With a SAML assertion (saml2-bearer)',
    },
    language: 'Language of the samples',
    copy: 'Copy',
    copied: 'Copied',
  },

  access: {
    title: 'Your access',
    signIn: 'Sign in',
    newcomer:
      'Calls need an application, which has keys, and its subscription to this version. Both are proposed here in the store, and the owner of the API approves the subscription.',
    newcomerPublic: 'Some operations are public: everyone can call them without these.',
    signInExplanation:
      'to propose them, or to see which of your applications can call this version and samples with their keys.',
    signInClosed: 'to see which of your applications can call this version, and samples with their keys.',
    noApplication:
      'You have no application yet. An application has the keys that calls are made with. You can propose one together with its subscription to this version. One that you have proposed counts when the gateway has loaded the merge of its proposal.',
    newApplication: 'Propose an application with a subscription',
    ready: (application: string, tier: string) =>
      `${application} can call this version, with the tier ${tier}.`,
    choose: 'Application',
    chooseKeys: 'Keys',
    show: 'Show',
    missing: {
      subscription: 'This application is not subscribed to this version.',
      blocked: 'The subscription of this application is blocked. Ask the owner of the API for the reason.',
      keys: 'This application has no keys of this kind.',
      endpoint: 'This version cannot be called with keys of this kind.',
      grants: 'This application has no grant, so it cannot get a token.',
      callback: 'This application has no callback URL, so its users cannot sign in and it gets no token.',
      state: 'This version does not answer calls in its current state.',
    },
    missingScope: (scopes: string) =>
      `The subscription does not allow what some operations need: ${scopes}. Calls of them are refused.`,
    closed: 'A deprecated or retired version takes no new subscriptions.',
    subscribe: 'Request a subscription',
    changeSubscription:
      'Ask the owner of the API to add them to the subscription, or withdraw it and subscribe again with them.',
    toApplication: 'Show the subscriptions of the application',
    changeApplication: 'Change the application',
    addKeys: 'Add keys',
  },

  operations: {
    title: 'Operations',
    untagged: 'Other operations',
    count: (count: number) => countOf(count, 'operation'),
    tryIt: 'Try it',
    deprecated: 'Deprecated',
    isDeprecated: 'This operation is deprecated.',
    address: 'Address',
    access: 'Access',
    needsToken: 'an access token, in the header Authorization: Bearer.',
    public: 'Public',
    isPublic: 'public; no access token and no subscription is needed, and a token is not read',
    scopes: 'Scopes',
    noScopes: 'none; any access token of a subscribed application will do',
    or: 'or',
    parameters: 'Parameters',
    noParameters: 'This operation has no parameters.',
    body: 'Body',
    bodyRequired: 'A body is required.',
    bodyOptional: 'A body may be sent.',
    noBody: 'This operation has no body.',
    status: 'Status',
    errors: 'Errors of the gateway',
    errorsExplanation:
      'Besides the responses above, the gateway itself may refuse a call with one of these codes.',
    error: 'Code',
    meaning: 'Meaning',
    advice: 'What to do',
    sample: 'A call with example values',
    errorsRegion: 'Errors by status',
  },

  limitOf: (requests: number, unit: RateLimit['unit']) => describeLimit({ requests, unit }),

  types: {
    any: 'anything',
    or: ' or ',
    list: (items: string) => `list of ${items}`,
    alternatives: (count: number) => `one of ${countOf(count, 'form')}`,
    range: (least: string | undefined, most: string | undefined) => rangeOf(least, most, ''),
    length: (least: string | undefined, most: string | undefined) =>
      rangeOf(least, most, ` ${wordFor(Number(most ?? least), 'character')}`),
    pattern: (pattern: string) => `matches ${pattern}`,
    choices: (values: readonly string[], left: number) =>
      `one of ${values.join(', ')}${left > 0 ? ` and ${formatCount(left)} more` : ''}`,
    defaultValue: (value: string) => `default ${value}`,
  },

  changes: {
    title: (version: string) => `Changes since ${version}`,
    titleOfFirst: 'Changes',
    first: 'This is the first version.',
    pending: 'The versions are being compared. Load this page again in a moment.',
    failed:
      'The two documents could not be compared. Their owner can compare them with the command gatewright plan.',
    /** The numbers of changes: `3 breaking changes, 1 risky change and 5 compatible changes.` */
    summary: describeChanges,
    breaking: 'Breaking for callers',
    breakingExplanation: 'Calls that worked may fail, or clients may not understand the answers.',
    risky: 'Risky for callers',
    compatible: 'Compatible',
    descriptions: (count: number) => `${countOf(count, 'description')} changed as well.`,
    all: (count: number) => `All ${countOf(count, 'change')}`,
    reload: 'Load again',
  },
} as const;

interface ChangeGroups {
  readonly breaking: readonly unknown[];
  readonly risky: readonly unknown[];
  readonly compatible: readonly unknown[];
}

function describeChanges(groups: ChangeGroups): string {
  const counts = (['breaking', 'risky', 'compatible'] as const).flatMap((group) => {
    const { length } = groups[group];
    return length === 0 ? [] : [countOf(length, `${group} change`)];
  });
  if (counts.length === 0) return nothingChanged;
  return `${new Intl.ListFormat('en').format(counts)}.`;
}

function rangeOf(least: string | undefined, most: string | undefined, unit: string): string {
  if (least === undefined) return `at most ${most}${unit}`;
  return most === undefined ? `at least ${least}${unit}` : `${least} to ${most}${unit}`;
}
