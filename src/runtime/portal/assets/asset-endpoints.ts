import { showStoreProblem } from '../pages/problem-page.ts';
import type { PortalEndpoint } from '../portal-endpoint.ts';
import type { StoreAnswer } from '../store-answer.ts';
import type { StoreVisit } from '../store-visit.ts';

export const assetEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: '/assets/:name', use: 'asset', audience: 'all', answer: sendAsset },
];

function sendAsset({ portal, parameters }: StoreVisit): StoreAnswer {
  const asset = [...portal.services.assets.values()].find(({ name }) => name === parameters['name']);
  if (!asset) return showStoreProblem(portal, 'page_unknown');
  return {
    status: 200,
    type: asset.type,
    body: asset.body,
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  };
}
