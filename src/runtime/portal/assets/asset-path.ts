import type { Portal } from '../portal.ts';

/** The path of an asset, by its source's name. Throws if there is none. */
export function assetPath({ addresses, services }: Portal, source: string): string {
  const asset = services.assets.get(source);
  if (!asset) throw new Error(`the store has no asset ${source}`);
  return `${addresses.path}/assets/${asset.name}`;
}
