/** The texts of signing in and out. */
export const sessionTexts = {
  signedOut: {
    title: 'You are signed out',
    explanation: 'Nobody is signed in here in this browser. You can close this page.',
  },
} as const;
