import { join, dirname } from 'node:path/posix';
import type { StoreLogo } from '../../compiled/settings/store-settings.ts';
import type { Workspace } from './workspace.ts';

/** The largest logo, in bytes. */
export const largestLogo = 64 * 1024;

/** The path of the store's logo in the sources; undefined if none is declared. */
export function pathOfLogo({ value, place }: Workspace['gateway']): string | undefined {
  const logo = value.store?.logo;
  return logo === undefined ? undefined : join(dirname(place.file), logo);
}

/** The logo of the store from the sources; undefined if none is declared, or if it could not be read. */
export function findLogo({
  gateway,
  sources,
}: Pick<Workspace, 'gateway' | 'sources'>): StoreLogo | undefined {
  const path = pathOfLogo(gateway);
  const text = path === undefined ? undefined : sources.text(path);
  return text === undefined ? undefined : readLogo(text);
}

/** The signature of PNG, in base64, as a source tree returns these files. */
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64').slice(0, 10);

/** A root element `svg`, after whatever XML allows before it; a document type must not declare entities. */
const svgRoot = /^(?:\s|<\?[^>]*\?>|<!--(?:[^-]|-(?!->))*-->|<!DOCTYPE[^>[]*>)*<svg[\s>]/;

/** A logo by its content, not by its name; undefined if it is neither SVG nor PNG. */
export function readLogo(text: string): StoreLogo | undefined {
  if (text.startsWith(pngSignature)) return { type: 'image/png', content: text };
  if (!svgRoot.test(text)) return undefined;
  return { type: 'image/svg+xml', content: Buffer.from(text).toString('base64') };
}
