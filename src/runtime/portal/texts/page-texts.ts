import type { LifecycleState } from '#compiled/manifest.ts';
import { formatCount } from './quantities.ts';

/** The texts that every page contains. */
export const layoutTexts = {
  skip: 'Skip to the content',
  breadcrumb: 'You are here',
  footer: (organisation: string) => `APIs of ${organisation}`,
  code: 'Error',
  uploadLimit: (size: string) => `The limit is ${size}.`,
  navigation: {
    label: 'Sections',
    catalogue: 'APIs',
    guides: 'Guides',
    applications: 'Applications',
    proposals: 'Proposals',
    notices: 'Notices',
    publisher: 'My APIs',
    signIn: 'Sign in',
    signOut: 'Sign out',
  },
} as const;

/** The texts of signing in and out. */
export const sessionTexts = {
  signedOut: {
    title: 'You are signed out',
    explanation: 'Nobody is signed in here in this browser. You can close this page.',
  },
  signInAgain: {
    explanation:
      'Your session has ended, or cookies are blocked. Nothing was changed, and this page keeps what you typed: sign in in a new tab, then come back and continue here.',
    chooseFiles: 'The file that you chose is not kept: choose it again in the form.',
    signIn: 'Sign in in a new tab',
    next: 'Continue with the form',
  },
  signedInAgain: {
    shortTitle: 'You are signed in',
    title: (name: string) => `You are signed in as ${name}`,
    explanation: 'Go back to the tab with your form and continue there. You can close this tab.',
  },
} as const;

/** For each reason why a page of the store cannot be shown: title, explanation and advice. */
export const problemTexts = {
  page_unknown: {
    title: 'This page does not exist',
    explanation: 'The address may be mistyped, or the page may have moved.',
    advice: 'Search the catalogue for what you need.',
  },
  not_a_visit: {
    title: 'Open this page directly',
    explanation: 'A script requested it, or another page tried to embed it.',
    advice: 'Open it in a browser window or tab.',
  },
  sent_from_elsewhere: {
    title: 'This form was not sent from its own page',
    explanation: 'Nothing was changed.',
    advice: 'Open the page in the store, and send its form again.',
  },
  signed_out: {
    title: 'You are not signed in any more',
    explanation: 'Your session has ended, or cookies are blocked. Nothing was changed.',
    advice: 'Sign in, open the page again, and send its form again.',
  },
  form_not_of_session: {
    title: 'This form belongs to another session',
    explanation: 'It is incomplete, or you have signed in again since it was shown. Nothing was changed.',
    advice: 'Open the page again, and send its form again.',
  },
  sign_in_not_of_browser: {
    title: 'This sign-in does not belong to this browser',
    explanation:
      'It was started in another browser or too long ago, or this browser blocks cookies. You are not signed in.',
    advice: 'Allow cookies for this site, and sign in again.',
  },
  sign_in_used: {
    title: 'This sign-in is used up',
    explanation: 'Its address works only once, and only for a minute. You are not signed in.',
    advice: 'Sign in again.',
  },
  form_unreadable: {
    title: 'This form is malformed',
    explanation: 'It is corrupted, or of a type that browsers do not send. Nothing was changed.',
    advice: 'Open the page again, and send its form again.',
  },
  form_too_large: {
    title: 'This form is too large',
    explanation: 'It has more text than its page accepts. Nothing was changed.',
    advice: 'Shorten what you entered, or send a document as a file.',
  },
  upload_too_large: {
    title: 'This document is too large',
    explanation: 'It is larger than this gateway accepts. Nothing was changed.',
    advice: 'Send a smaller document.',
  },
  file_too_large: {
    title: 'What you send is too large',
    explanation: 'At most 1 MiB of texts and files can be sent from here. The call was not sent.',
    advice: 'Go back and choose a smaller file, or use curl.',
  },
  uploads_busy: {
    title: 'Too many documents are being sent',
    explanation:
      'The gateway is receiving other documents from you, or too many at once. Nothing was changed.',
    advice: 'Wait a moment, and send the form again.',
  },
  server_error: {
    title: 'Something went wrong on our side',
    explanation: 'The request could not be processed.',
    advice: 'Wait a moment, and try again.',
  },
  unavailable: {
    title: 'This is not possible right now',
    explanation: 'A system that the store depends on does not respond.',
    advice: 'Wait a moment, and try again.',
  },
} as const;

/** The texts of lists that have several pages. */
export const pagesTexts = {
  label: 'Pages',
  previous: 'Previous',
  next: 'Next',
  page: (page: number) => `Page ${formatCount(page)}`,
} as const;

/** The lifecycle states of API versions. */
export const stateTexts: Readonly<Record<LifecycleState, string>> = {
  created: 'Created',
  published: 'Published',
  deprecated: 'Deprecated',
  blocked: 'Blocked',
  retired: 'Retired',
};
