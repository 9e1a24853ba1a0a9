/** The texts of every page. */
export const layoutTexts = {
  skip: 'Skip to the content',
  trail: 'You are here',
  footer: (organisation: string) => `APIs of ${organisation}`,
  code: 'Error',
  navigation: {
    label: 'Sections',
    catalogue: 'APIs',
    applications: 'Applications',
    proposals: 'Proposals',
    publisher: 'My APIs',
    signIn: 'Sign in',
    signOut: 'Sign out',
  },
} as const;
