import { createHash } from 'node:crypto';
import type { StoreSettings } from '#compiled/settings/store-settings.ts';
import type { PortalAddresses } from './paths.ts';

/** A file that pages load. Its name contains a digest of its content, so that browsers can cache it indefinitely. */
export interface PortalAsset {
  /** The name in URLs: `store-3f2a9c.css`. */
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
}

/** The assets by the name of their source file: `store.css`. */
export type PortalAssets = ReadonlyMap<string, PortalAsset>;

/** The declared logo as an asset; undefined if none is declared. */
export function logoAsset({ logo }: StoreSettings): PortalAsset | undefined {
  if (!logo) return undefined;
  const { type, content } = logo;
  const body = Buffer.from(content, 'base64');
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { name: `logo-${digest}.${type === 'image/png' ? 'png' : 'svg'}`, type, body };
}

/** The path of an asset, by the name of its source file. Throws if the asset does not exist. */
export function assetPath(
  {
    addresses,
    services,
  }: { readonly addresses: PortalAddresses; readonly services: { readonly assets: PortalAssets } },
  source: string,
): string {
  const asset = services.assets.get(source);
  if (!asset) throw new Error(`the store has no asset ${source}`);
  return `${addresses.path}/assets/${asset.name}`;
}
