/** The texts of the catalogue. */
export const catalogueTexts = {
  title: 'APIs',
  lead: 'Find an API, read how it is called, and subscribe an application to it.',
  search: 'Search for APIs',
  placeholder: 'Name, topic or word',
  submit: 'Search',
  none: 'No API matches this search',
  noneAdvice: 'Try another word, or its beginning. Each word of a search has to be found.',
  showAll: 'Show all APIs',
  empty: 'No APIs are published yet',
  emptyAdvice: 'An API appears here as soon as its declaration is merged and its state is published.',
  emptySignIn: 'Some are shown to their owners only: sign in if you expected one.',
  count: (count: number) => (count === 1 ? '1 API' : `${formatCount(count)} APIs`),
  range: (first: number, last: number, count: number) =>
    `${formatCount(first)} to ${formatCount(last)} of ${formatCount(count)} APIs`,
  sortLabel: 'Sort by',
  sort: { match: 'Best match', name: 'Name', owner: 'Owner' },
  filters: 'Filters',
  facets: { state: 'State', owner: 'Owner', tag: 'Topic' },
  active: 'Active filters',
  remove: (facet: string, value: string) => `Remove the filter ${facet}: ${value}`,
  more: { owner: 'All owners', tag: 'All topics' },
  browse: { owner: 'APIs by owner', tag: 'APIs by topic' },
  noValues: { owner: 'No API has an owner yet', tag: 'No API has a topic yet' },
  owner: 'Owner',
  versionsOf: (name: string) => `Versions of ${name}`,
  olderVersions: (count: number) => (count === 1 ? '1 older version' : `${count} older versions`),
  deprecatedSince: 'Deprecated since',
  retiredFrom: 'May be retired from',
  successor: 'Use instead:',
  blockedUntil: 'Expected back on',
  noDescription: 'Its owner has not described it yet.',
} as const;

const counts = new Intl.NumberFormat('en-GB');

function formatCount(count: number): string {
  return counts.format(count);
}
