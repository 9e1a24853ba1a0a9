import type { NamedApi, PortalAddresses } from '../visit/paths.ts';

/** The path of the page for the owners of an API version. */
export function pathOfOwnedApi({ path }: PortalAddresses, { context, version }: NamedApi): string {
  return `${path}/publisher/${encodeURIComponent(context)}/${encodeURIComponent(version)}`;
}
