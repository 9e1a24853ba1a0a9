import type { PortalEndpoint } from '../portal-endpoint.ts';
import { showCatalogue } from './show-catalogue.ts';

export const catalogueEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: '', use: 'page', audience: 'catalogue', answer: showCatalogue },
];
