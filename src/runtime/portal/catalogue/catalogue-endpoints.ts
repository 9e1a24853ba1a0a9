import type { PortalEndpoint } from '../visit/store-visit.ts';
import { sendFound, showCatalogue } from './show-catalogue.ts';
import { showFacet } from './show-facet.ts';

export const catalogueEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: '', use: 'page', audience: 'catalogue', answer: showCatalogue },
  { method: 'GET', path: '/found', use: 'script', audience: 'catalogue', answer: sendFound },
  ...(['owner', 'tag'] as const).map((facet): PortalEndpoint => ({
    method: 'GET',
    path: `/${facet === 'owner' ? 'owners' : 'topics'}`,
    use: 'page',
    audience: 'catalogue',
    answer: (visit) => showFacet(facet, visit),
  })),
];
