import { apiPageEndpoints } from './api-page/api-page-endpoints.ts';
import { applicationEndpoints } from './applications/application-endpoints.ts';
import { withMarkdown } from './as-markdown/markdown-of-pages.ts';
import { assetEndpoints } from './assets/asset-endpoints.ts';
import { catalogueEndpoints } from './catalogue/catalogue-endpoints.ts';
import { consoleEndpoints } from './console/console-endpoints.ts';
import { errorEndpoints } from './errors/error-endpoints.ts';
import { noticeEndpoints } from './notices/notice-endpoints.ts';
import { proposalEndpoints } from './proposals/proposal-endpoints.ts';
import { feedEndpoints } from './feeds/feed-endpoints.ts';
import { guideEndpoints } from './guides/guide-endpoints.ts';
import { publisherEndpoints } from './publisher/publisher-endpoints.ts';
import { sessionEndpoints } from './session/session-endpoints.ts';
import type { PortalEndpoint } from './visit/store-visit.ts';

/** All endpoints of the store, by topic. */
export const portalEndpoints: readonly PortalEndpoint[] = withMarkdown([
  ...assetEndpoints,
  ...sessionEndpoints,
  ...proposalEndpoints,
  ...catalogueEndpoints,
  ...applicationEndpoints,
  ...publisherEndpoints,
  ...apiPageEndpoints,
  ...guideEndpoints,
  ...consoleEndpoints,
  ...errorEndpoints,
  ...feedEndpoints,
  ...noticeEndpoints,
]);
