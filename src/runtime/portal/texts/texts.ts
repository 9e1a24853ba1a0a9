import { apiPageTexts } from './api-page-texts.ts';
import { applicationTexts } from './application-texts.ts';
import { catalogueTexts } from './catalogue-texts.ts';
import { errorTexts } from './error-texts.ts';
import { feedTexts, noticePageTexts } from './feed-texts.ts';
import { guideTexts } from './guide-texts.ts';
import { markdownTexts } from './markdown-texts.ts';
import { layoutTexts, pagesTexts, problemTexts, sessionTexts, stateTexts } from './page-texts.ts';
import { messageTexts } from './notice-texts.ts';
import { proposalTexts } from './proposal-texts.ts';
import { publisherTexts } from './publisher-texts.ts';
import { reviewTexts } from './review-texts.ts';
import { referenceTexts } from './reference-texts.ts';
import { statusTexts } from './status-texts.ts';
import { tryTexts } from './try-texts.ts';
import { usageTexts } from './usage-texts.ts';

/** All texts of the store, by topic. Names that are inserted into a text are escaped together with it. */
export const texts = {
  layout: layoutTexts,
  catalogue: catalogueTexts,
  pages: pagesTexts,
  apiPage: apiPageTexts,
  guides: guideTexts,
  markdown: markdownTexts,
  errors: errorTexts,
  problems: problemTexts,
  session: sessionTexts,
  proposals: proposalTexts,
  review: reviewTexts,
  publisher: publisherTexts,
  messages: messageTexts,
  feeds: feedTexts,
  notices: noticePageTexts,
  states: stateTexts,
  status: statusTexts,
  tryIt: tryTexts,
  usage: usageTexts,
  reference: referenceTexts,
  applications: applicationTexts,
} as const;
