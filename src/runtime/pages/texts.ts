/** What a page says of something that went wrong. */
interface ProblemTexts {
  readonly title: string;
  readonly explanation: string;
  readonly advice: string;
}

const backToApplication = 'Go back to the application and start again from there.';
const forDevelopers = 'If you use the application, tell those who run it. If you develop it: ';

const problems = {
  query_malformed: {
    title: 'This request cannot be read',
    explanation: 'The address that led here is damaged.',
    advice: `${forDevelopers}check the percent-escapes of the query, which has to be UTF-8.`,
  },
  request_too_long: {
    title: 'This request is too long',
    explanation: 'The application asked for more than fits into a request.',
    advice: `${forDevelopers}send a shorter state, and keep what it stands for on your side.`,
  },
  client_missing: {
    title: 'This request does not say which application it comes from',
    explanation: 'The parameter client_id is missing, or is there more than once.',
    advice: `${forDevelopers}send the consumer key of one of its key sets as client_id.`,
  },
  client_unknown: {
    title: 'This application is not known',
    explanation: 'No application has the consumer key that stands in the parameter client_id.',
    advice: `${forDevelopers}compare client_id with the consumer key that is declared; it may have been replaced.`,
  },
  redirect_uri_missing: {
    title: 'This request does not say where to go back to',
    explanation: 'The parameter redirect_uri is missing, or is there more than once.',
    advice: `${forDevelopers}send one of the callback URLs that the application declares as redirect_uri.`,
  },
  redirect_uri_unregistered: {
    title: 'This request leads to an address that the application does not declare',
    explanation: 'The parameter redirect_uri is none of the callback URLs of the application.',
    advice: `${forDevelopers}send a declared one, the same in every character, with its case, port, path and slash. Only a native application may add a port to 127.0.0.1 or [::1].`,
  },
  not_a_visit: {
    title: 'This page has to be visited',
    explanation: 'It was asked for by a script, or to stand within another page, which it does not do.',
    advice: `${forDevelopers}send the browser itself here, in a window or a tab.`,
  },
  sent_from_elsewhere: {
    title: 'This form was not sent from its own page',
    explanation:
      'Another site may have tried to log you in or to answer in your name, or this page was opened by another address than its own. Nothing was done.',
    advice: backToApplication,
  },
  form_not_of_browser: {
    title: 'This form does not belong to this browser',
    explanation:
      'It is incomplete, was opened in another browser, or this browser keeps no cookies. Allow cookies for this site.',
    advice: backToApplication,
  },
  form_expired: {
    title: 'This page was open for too long',
    explanation: 'For your safety its form is good for half an hour only. Nothing was done.',
    advice: backToApplication,
  },
  login_not_of_browser: {
    title: 'This login does not belong to this browser',
    explanation:
      'It was begun elsewhere or too long ago, is over, another one was begun after it, or this browser keeps no cookies. Nobody was logged in.',
    advice: `Allow cookies for this site. ${backToApplication}`,
  },
  provider_unknown: {
    title: 'This way to log in is not known',
    explanation: 'The application does not let anybody log in this way, or does so no longer.',
    advice: backToApplication,
  },
  login_impossible: {
    title: 'Nobody can log in to this application',
    explanation: 'None of the identity providers that the application allows lets people log in here.',
    advice: 'Tell those who run the application.',
  },
  form_unreadable: {
    title: 'This form cannot be read',
    explanation: 'It is damaged, or of a type that no browser sends.',
    advice: backToApplication,
  },
  form_too_large: {
    title: 'This form is too large',
    explanation: 'It holds more than 64 KiB.',
    advice: backToApplication,
  },
  method_not_allowed: {
    title: 'There is nothing to see at this address',
    explanation: 'It only takes the forms of other pages.',
    advice: backToApplication,
  },
  page_unknown: {
    title: 'This page does not exist',
    explanation: 'The address may be mistyped, or the page may have moved.',
    advice: backToApplication,
  },
  server_error: {
    title: 'Something went wrong on our side',
    explanation: 'The request could not be answered, which is not your fault.',
    advice: `Wait a moment. ${backToApplication}`,
  },
  unavailable: {
    title: 'This is not possible right now',
    explanation: 'The service is starting, or something that it depends on does not answer.',
    advice: `Wait a moment. ${backToApplication}`,
  },
} as const satisfies Readonly<Record<string, ProblemTexts>>;

/** What keeps a page from being shown, where nobody can be sent back to an application. */
export type PageProblem = keyof typeof problems;

const loginProblems = {
  incomplete: 'Enter your user name and your password.',
  refused: 'The user name or the password is wrong. Check both and try again.',
  limited: 'Too many logins have failed. Wait a few minutes before you try again.',
  unavailable:
    'Your password cannot be checked right now. Try again later, or log in another way if there is one.',
  provider_refused: 'You were not logged in there. Try again, or log in another way if there is one.',
  provider_unavailable:
    'That service does not answer. Try again later, or log in another way if there is one.',
} as const satisfies Readonly<Record<string, string>>;

/** Why a login has to be tried again. */
export type LoginProblem = keyof typeof loginProblems;

/** Every word that a page says. Where a text depends on a name, that is text too, and escaped with the rest. */
export const texts = {
  login: {
    title: (application: string) => `Log in to ${application}`,
    titleOfGrants: 'Log in to see which applications can act for you',
    titleOfProblem: (title: string) => `Not logged in – ${title}`,
    username: 'User name',
    password: 'Password',
    submit: 'Log in',
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
    asks: 'It asks to:',
    asksForNothing: 'It asks to call, in your name, what needs no particular permission.',
    sandbox: 'This is the sandbox: the application works with test data, not with what is real.',
    allow: 'Allow',
    deny: 'Deny',
    switchUser: 'Not you? Log in as somebody else',
    grants: 'See which applications can act for you',
  },
  grants: {
    title: 'Applications that can act for you',
    user: 'You are logged in as',
    logout: 'Log out',
    explanation: 'Each keeps its access until you remove it, or until it expires.',
    none: 'No application has lasting access.',
    noneExplanation:
      'Once you allow one to act for you for longer, it is listed here with what it can do, and you can remove its access.',
    sandbox: 'In the sandbox only: the application works with test data, not with what is real.',
    allows: 'What it can do:',
    allowsNothing: 'It can call, in your name, what needs no particular permission.',
    owner: 'Owner of the application',
    since: 'Allowed since',
    lastUsed: 'Last used',
    remove: 'Remove access',
    removeOf: (application: string) => `Remove access: ${application}`,
  },
  logout: {
    title: 'Log out?',
    user: 'You are logged in as',
    explanation: 'Applications that you have allowed to act for you stay allowed.',
    alsoThere: (service: string) =>
      `You logged in with ${service}, which is asked to log you out too, if it offers that.`,
    grants: 'See them and remove their access',
    submit: 'Log out',
    doneTitle: 'You are logged out',
    doneExplanation: 'Nobody is logged in here in this browser. You can close this page.',
    outcomes: {
      asked: (service: string) => `You come back from ${service}, which was asked to log you out too.`,
      not_offered: (service: string) =>
        `You may still be logged in to ${service}. It asks who you are before the next login here.`,
      unavailable: (service: string) =>
        `${service} does not answer, so you may still be logged in there. It asks who you are before the next login here.`,
    },
  },
  error: { startAgain: 'Start again', code: 'Error', problems },
} as const;
