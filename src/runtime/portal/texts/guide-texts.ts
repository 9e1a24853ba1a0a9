/** The texts of guides. */
export const guideTexts = {
  title: 'Guides',
  lead: (organisation: string) => `How to work with the APIs of ${organisation}.`,
  contents: 'On this page',
  source: 'This guide as Markdown',
  isCut: 'This guide is too long for a page: its Markdown is complete.',
} as const;
