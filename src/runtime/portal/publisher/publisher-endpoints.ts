import type { PortalEndpoint } from '../visit/store-visit.ts';
import { showOwnedApi } from './show-owned-api.ts';
import { showOwnedApis } from './show-owned-apis.ts';

export const publisherEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: '/publisher', use: 'page', audience: 'signed-in', answer: showOwnedApis },
  {
    method: 'GET',
    path: '/publisher/:context/:version',
    use: 'page',
    audience: 'signed-in',
    answer: showOwnedApi,
  },
];
