/** The texts of the catalogue. */
export const catalogueTexts = {
  title: 'APIs',
  search: 'Search for APIs',
  submit: 'Search',
  none: 'No API matches this search.',
  noneAdvice: 'Try another word, or remove a filter.',
  empty: 'No APIs are published yet.',
  owner: 'Owner',
} as const;
