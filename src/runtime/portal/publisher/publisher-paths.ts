import type { ManifestApi } from '#compiled/manifest.ts';
import type { PortalAddresses } from '../portal-addresses.ts';

/** The path of the page for the owners of an API version. */
export function pathOfOwnedApi(
  { path }: PortalAddresses,
  { context, version }: Pick<ManifestApi, 'context' | 'version'>,
): string {
  return `${path}/publisher/${encodeURIComponent(context)}/${encodeURIComponent(version)}`;
}
