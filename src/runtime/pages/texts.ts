/** The texts of a problem. */
interface ProblemTexts {
  readonly title: string;
  readonly explanation: string;
  readonly advice: string;
}

const backToApplication = 'Go back to the application and start again from there.';
const forDevelopers = 'If you use the application, contact its operator. If you develop it: ';

const problems = {
  query_malformed: {
    title: 'This request is malformed',
    explanation: 'The address of this page is malformed.',
    advice: `${forDevelopers}check the percent-escapes of the query, which must be UTF-8.`,
  },
  request_too_long: {
    title: 'This request is too long',
    explanation: 'The request of the application exceeds the maximum length.',
    advice: `${forDevelopers}send a shorter state, and store its data on your side.`,
  },
  client_missing: {
    title: 'This request does not name an application',
    explanation: 'The parameter client_id is missing or included more than once.',
    advice: `${forDevelopers}send the consumer key of one of its key sets as client_id.`,
  },
  client_unknown: {
    title: 'This application is unknown',
    explanation: 'No application has the consumer key in the parameter client_id.',
    advice: `${forDevelopers}compare client_id with the declared consumer key; it may have been replaced.`,
  },
  redirect_uri_missing: {
    title: 'This request does not name a redirect URI',
    explanation: 'The parameter redirect_uri is missing or included more than once.',
    advice: `${forDevelopers}send a callback URL that the application declares as redirect_uri.`,
  },
  redirect_uri_unregistered: {
    title: 'The application does not declare this redirect URI',
    explanation: 'The parameter redirect_uri is not a declared callback URL of the application.',
    advice: `${forDevelopers}send a declared callback URL, identical in every character. Only a native application may add a port to 127.0.0.1 or [::1].`,
  },
  not_a_visit: {
    title: 'Open this page directly',
    explanation: 'A script requested it, or another page tried to embed it.',
    advice: `${forDevelopers}open it in a browser window or tab.`,
  },
  sent_from_elsewhere: {
    title: 'This form was not sent from its own page',
    explanation:
      'Another site may have tried to log you in or to act in your name, or this page was opened under a different address. Nothing was changed.',
    advice: backToApplication,
  },
  form_not_of_browser: {
    title: 'This form does not belong to this browser',
    explanation:
      'It is incomplete, was opened in another browser, or this browser blocks cookies. Allow cookies for this site.',
    advice: backToApplication,
  },
  form_expired: {
    title: 'This page was open for too long',
    explanation: 'For your security, its form expires after half an hour. Nothing was changed.',
    advice: backToApplication,
  },
  login_not_of_browser: {
    title: 'This login does not belong to this browser',
    explanation:
      'It was started in another browser or too long ago, has already finished, was replaced by a newer login, or this browser blocks cookies. You are not logged in.',
    advice: `Allow cookies for this site. ${backToApplication}`,
  },
  sign_in_unknown: {
    title: 'This sign-in is unknown',
    explanation: 'The address of this page is incomplete, or was not made by the store.',
    advice: 'Go back to the store, and sign in from there.',
  },
  provider_unknown: {
    title: 'This login method is unknown',
    explanation: 'The application does not offer this login method, or no longer does.',
    advice: backToApplication,
  },
  login_impossible: {
    title: 'Logging in to this application is not possible',
    explanation: 'None of the identity providers that the application allows supports login here.',
    advice: 'Contact the operator of the application.',
  },
  form_unreadable: {
    title: 'This form is malformed',
    explanation: 'It is corrupted, or of a type that browsers do not send.',
    advice: backToApplication,
  },
  form_too_large: {
    title: 'This form is too large',
    explanation: 'It is larger than 64 KiB.',
    advice: backToApplication,
  },
  method_not_allowed: {
    title: 'This address does not show a page',
    explanation: 'It only receives forms from other pages.',
    advice: backToApplication,
  },
  page_unknown: {
    title: 'This page does not exist',
    explanation: 'The address may be mistyped, or the page may have moved.',
    advice: backToApplication,
  },
  server_error: {
    title: 'Something went wrong on our side',
    explanation: 'The request could not be processed.',
    advice: `Wait a moment. ${backToApplication}`,
  },
  unavailable: {
    title: 'This is not possible right now',
    explanation: 'The service is starting, or a system that it depends on does not respond.',
    advice: `Wait a moment. ${backToApplication}`,
  },
} as const satisfies Readonly<Record<string, ProblemTexts>>;

/** The reasons why a page cannot be shown, if the user cannot be redirected to an application. */
export type PageProblem = keyof typeof problems;

const loginProblems = {
  incomplete: 'Enter your username and password.',
  refused: 'The username or password is wrong. Check both and try again.',
  limited: 'Too many failed logins. Wait a few minutes before you try again.',
  busy: 'Too many people are logging in at this moment. Wait a moment and try again.',
  unavailable:
    'Your password cannot be checked right now. Try again later, or use another login method if there is one.',
  provider_refused: 'The login there failed. Try again, or use another login method if there is one.',
  provider_unavailable:
    'That service does not respond. Try again later, or use another login method if there is one.',
  provider_unproven:
    'The application asks for a new login, which that service cannot prove. Use another login method if there is one.',
} as const satisfies Readonly<Record<string, string>>;

/** The reasons why a login failed. */
export type LoginProblem = keyof typeof loginProblems;

/** All texts of the pages. A name in a text is escaped like the text. */
export const texts = {
  login: {
    title: (application: string) => `Log in to ${application}`,
    titleOfStore: (store: string) => `Sign in to ${store}`,
    titleOfGrants: 'Log in to view the applications that can act for you',
    titleOfProblem: (title: string) => `Not logged in – ${title}`,
    username: 'Username',
    password: 'Password',
    submit: 'Log in',
    submitOfStore: 'Sign in',
    backToStore: (store: string) => `Back to ${store}`,
    or: 'Or',
    with: 'Log in with',
    problems: loginProblems,
    correct: 'Correct it',
  },
  consent: {
    title: (application: string) => `Allow ${application} to act for you?`,
    owner: 'Owner of the application',
    user: 'You are logged in as',
    leadsTo: 'Afterwards you go to',
    localProgram: (address: string) => `a program on this device (${address})`,
    schemeProgram: (scheme: string) => `the program ${scheme} on this device`,
    requestedScopes: 'It asks to:',
    undescribed: (scope: string) => `Use the permission “${scope}”, which its API does not describe.`,
    withoutScopes: 'It asks to call, in your name, operations that require no particular permission.',
    sandbox: 'This is the sandbox: the application works with test data, not with real data.',
    allow: 'Allow',
    deny: 'Deny',
    switchUser: 'Not you? Log in as somebody else',
    grants: 'View the applications that can act for you',
  },
  grants: {
    title: 'Applications that can act for you',
    user: 'You are logged in as',
    logout: 'Log out',
    explanation: 'Each keeps its access until you remove it, or until it expires.',
    none: 'No application has lasting access.',
    noneExplanation:
      'Once you allow one to act for you for longer, it is listed here with what it can do, and you can remove its access.',
    sandbox: 'In the sandbox only: the application works with test data, not with real data.',
    allows: 'What it can do:',
    allowsNothing: 'It can call, in your name, operations that require no particular permission.',
    owner: 'Owner of the application',
    since: 'Allowed since',
    lastUsed: 'Last used',
    remove: 'Remove access',
    removeOf: (application: string) => `Remove access: ${application}`,
  },
  logout: {
    title: 'Log out?',
    user: 'You are logged in as',
    explanation: 'Applications that you have allowed to act for you keep their access.',
    alsoThere: (service: string) =>
      `You logged in with ${service}, which is asked to log you out too, if it offers that.`,
    grants: 'View them and remove their access',
    submit: 'Log out',
    doneTitle: 'You are logged out',
    doneExplanation: 'No one is logged in here in this browser. You can close this page.',
    outcomes: {
      requested: (service: string) => `You come back from ${service}, which was asked to log you out too.`,
      not_offered: (service: string) =>
        `You may still be logged in to ${service}. It asks who you are before the next login here.`,
      unavailable: (service: string) =>
        `${service} does not answer, so you may still be logged in there. It asks who you are before the next login here.`,
    },
  },
  onward: {
    again: 'Try again',
    store: (store: string) => `Go to ${store}`,
    grants: 'View the applications that can act for you',
  },
  error: { startAgain: 'Start again', code: 'Error', problems },
} as const;
