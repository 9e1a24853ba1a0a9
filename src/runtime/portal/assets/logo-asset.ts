import { createHash } from 'node:crypto';
import type { StoreSettings } from '#compiled/settings/store-settings.ts';
import type { PortalAsset } from './portal-assets.ts';

/** The declared logo as an asset; undefined if none is declared. */
export function logoAsset({ logo }: StoreSettings): PortalAsset | undefined {
  if (!logo) return undefined;
  const { type, content } = logo;
  const body = Buffer.from(content, 'base64');
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { name: `logo-${digest}.${type === 'image/png' ? 'png' : 'svg'}`, type, body };
}
