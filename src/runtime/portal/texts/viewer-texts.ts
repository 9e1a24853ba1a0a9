/** The texts of the page of the reference viewer. */
export const viewerTexts = {
  title: 'Interactive reference',
  hint: 'which also sends calls',
  explanation:
    'Read all details of the API, and send calls as one of your applications. Every operation has a page without scripts too.',
  operations: 'All operations',
  noscript: 'The viewer needs JavaScript. The pages of the operations contain the same without it.',
  signIn: 'Sign in',
  signInExplanation: 'to send calls from here.',
  parts: 'Part of the reference',
  isLarge: 'This API has many operations, so that its reference is shown in parts.',
  otherOperations: 'Other operations',
  show: 'Show',
  /** For the script. */
  loading: 'The reference is loading…',
  failed: 'The reference cannot be shown. Load this page again, or open the pages of the operations.',
  signedOut: 'You are not signed in any more. Load this page again.',
  notOfApi: 'From here, calls can be sent only to this API.',
} as const;
