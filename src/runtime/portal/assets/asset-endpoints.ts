import { showStoreProblem } from '../visit/problem-page.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';
import { compressAsset } from './compress-asset.ts';

export const assetEndpoints: readonly PortalEndpoint[] = [
  { method: 'GET', path: '/assets/:name', use: 'asset', audience: 'all', answer: sendAsset },
];

async function sendAsset({ portal, parameters, acceptEncoding }: StoreVisit): Promise<StoreAnswer> {
  const { logo, services } = portal;
  const assets = [...services.assets.values(), ...(logo ? [logo] : [])];
  const asset = assets.find(({ name }) => name === parameters['name']);
  if (!asset) return showStoreProblem(portal, 'page_unknown');
  const { body, coding } = await compressAsset(asset, acceptEncoding);
  return {
    status: 200,
    type: asset.type,
    body,
    headers: {
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
      ...(coding && { 'content-encoding': coding }),
    },
  };
}
