import { brotliCompress, constants, gzip } from 'node:zlib';
import { chooseCoding } from '../visit/content-coding.ts';
import type { PortalAsset } from '../visit/portal-assets.ts';
import { showStoreProblem } from '../visit/problem-page.ts';
import type { PortalEndpoint, StoreAnswer, StoreVisit } from '../visit/store-visit.ts';

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

/** In bytes; compressing smaller files saves less than one packet. */
const smallest = 1400;

type Coding = 'br' | 'gzip';

const compressed = new WeakMap<PortalAsset, Map<Coding, Promise<Buffer>>>();

/**
 * An asset in a content coding that the browser accepts. Each asset is compressed once per coding, in another thread.
 */
async function compressAsset(
  asset: PortalAsset,
  acceptEncoding: string,
): Promise<{ readonly body: Buffer; readonly coding: Coding | undefined }> {
  const { body } = asset;
  const coding = chooseCoding(acceptEncoding, ['br', 'gzip']);
  if (coding === 'identity' || body.length < smallest) return { body, coding: undefined };
  const codings = compressed.get(asset) ?? new Map<Coding, Promise<Buffer>>();
  compressed.set(asset, codings);
  const known = codings.get(coding) ?? compress(body, coding);
  codings.set(coding, known);
  return { body: await known, coding };
}

/** Uses a medium quality for Brotli: the highest takes seconds for a file of some megabytes, and saves only a tenth. */
function compress(body: Buffer, coding: Coding): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const done = (error: Error | null, result: Buffer) => (error ? reject(error) : resolve(result));
  if (coding === 'gzip') gzip(body, done);
  else brotliCompress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }, done);
  return promise;
}
