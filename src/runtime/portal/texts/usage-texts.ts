import { formatCount } from './quantities.ts';

/** The texts about the usage of APIs. */
export const usageTexts = {
  title: 'Usage',
  time: 'Time to show',
  ranges: { hours: '3 hours', days: '14 days', year: '1 year' },
  bars: { hours: '5 minutes', days: '6 hours', year: 'week' },
  delay: 'Calls appear here after a few seconds. All times are in UTC.',
  none: 'No calls in this time.',
  noneHelp: 'Choose a longer time, or try an operation on the page of an API.',
  unavailable: 'The usage cannot be read right now. Wait a moment, and load this page again.',
  requests: 'Requests',
  requestsTitle: (total: string, largest: string, bar: string) =>
    `Requests: ${total} in total, at most ${largest} in one bar (${bar})`,
  errors: 'Errors',
  errorsTitle: (total: string, names: string) => `Errors: ${total} in total (${names})`,
  noErrors: 'No call failed in this time.',
  otherErrors: 'Other errors',
  upstream: { '4xx': '4xx from the API', '5xx': '5xx from the API' },
  limit: 'Limit used',
  limitTitle: (largest: string) => `Share of the limit in use when a call came: at most ${largest}`,
  limitExplanation:
    'The share of the limit that was in use when a call came. Each bar shows the largest share in its time. At 100%, calls are refused.',
  noLimit: 'No limit applies.',
  figures: 'Figures',
  figuresCaption: (bar: string) =>
    `Calls by time (UTC), one row for each bar (${bar}) with calls, the latest first`,
  start: 'From',
  console: 'From the console',
  api: 'API',
  keySet: 'Key set',
  byApi: 'By API',
  moreApis: (count: number) => `${formatCount(count)} more, with fewer requests.`,
  withoutSubscription: 'APIs without a subscription',
} as const;
