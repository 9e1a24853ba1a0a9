import type { ManifestApi } from '#compiled/manifest.ts';
import { pathOfApi, type PortalAddresses } from '../portal-addresses.ts';

type NamedApi = Pick<ManifestApi, 'context' | 'version'>;

/** The path of the form that tries an operation. */
export function pathOfTryForm(
  addresses: PortalAddresses,
  api: NamedApi,
  { method, path }: { readonly method: string; readonly path: string },
): string {
  return `${pathOfApi(addresses, api)}/operation/try?${new URLSearchParams({ method, path }).toString()}`;
}

/** The path that the script of the viewer sends calls to. */
export function pathOfTry(addresses: PortalAddresses, api: NamedApi): string {
  return `${pathOfApi(addresses, api)}/try`;
}
