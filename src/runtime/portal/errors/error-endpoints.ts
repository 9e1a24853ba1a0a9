import type { PortalEndpoint } from '../visit/store-visit.ts';
import { showError } from './show-error.ts';
import { showErrors } from './show-errors.ts';

/** Everyone may read them, since every caller of an API gets their addresses. */
export const errorEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: '/errors', use: 'page', audience: 'all', answer: showErrors },
  { method: 'GET', path: '/errors/:code', use: 'page', audience: 'all', answer: showError },
];
