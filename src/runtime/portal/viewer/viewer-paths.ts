import type { ManifestApi } from '#compiled/manifest.ts';
import { pathOfApi, type PortalAddresses } from '../portal-addresses.ts';

type NamedApi = Pick<ManifestApi, 'context' | 'version'>;

/** The path of the page with the viewer. */
export function pathOfReference(addresses: PortalAddresses, api: NamedApi): string {
  return `${pathOfApi(addresses, api)}/reference`;
}

/** The path of the document that the viewer shows: all of it, or the operations of one tag. */
export function pathOfViewerDocument(
  addresses: PortalAddresses,
  api: NamedApi,
  tag: string | undefined,
): string {
  const query = tag === undefined ? '' : `?${new URLSearchParams({ tag }).toString()}`;
  return `${pathOfReference(addresses, api)}/document${query}`;
}
