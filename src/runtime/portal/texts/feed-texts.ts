import type { LifecycleState } from '#compiled/manifest.ts';

/** The texts of the page of notices. */
export const noticePageTexts = {
  title: 'Notices',
  lead: 'What became of what you proposed, and restrictions of the APIs that your applications subscribe to.',
  none: 'Nothing to report',
  noneHelp:
    'Your proposals are listed here when they are merged, declined or closed, or conflict with the declarations, and the APIs of your applications when they are deprecated, blocked, retired or published again.',
  incomplete: 'A part of the notices is not known right now. Open this page again in a moment.',
  isNew: 'New',
  proposedOn: 'Proposed on',
  became: { open: 'In conflict', merged: 'Merged', closed: 'Closed', declined: 'Declined' },
  conflictHelp: 'It cannot be merged as it is. Propose the change again, or withdraw it.',
  columns: { what: 'Notice', about: 'About', date: 'Date' },
} as const;

/** The texts about changes of the lifecycle of API versions, in feeds and on the page of notices. */
export const feedTexts = {
  ofCatalogue: (title: string) => `${title}: changes of APIs`,
  ofVersion: (api: string) => `Changes of ${api}`,
  states: {
    created: (api: string) => `${api} is declared`,
    published: (api: string) => `${api} is published`,
    deprecated: (api: string) => `${api} is deprecated`,
    blocked: (api: string) => `${api} is blocked`,
    retired: (api: string) => `${api} is retired`,
  } satisfies Record<LifecycleState, unknown>,
  sunsetChanged: (api: string) => `${api} has another date of retirement`,
  publishedAgain: (api: string) => `${api} is published again`,
  since: (day: string) => `It is deprecated since ${day}.`,
  sunset: (day: string) => `It is available until ${day}.`,
  successor: (successor: string) => `Its successor is ${successor}.`,
} as const;
