/** The texts of lists that have several pages. */
export const pagesTexts = {
  label: 'Pages',
  previous: 'Previous',
  next: 'Next',
  page: (page: number) => `Page ${page}`,
} as const;
