import type { ManifestApi } from '../../../compiled/manifest.ts';
import type { PortalAddresses } from '../portal-addresses.ts';

/** The path of the page for the owners of an API version. */
export function pathOfOwnedApi(
  { path }: PortalAddresses,
  { context, version }: Pick<ManifestApi, 'context' | 'version'>,
): string {
  return `${path}/publisher/${encodeURIComponent(context)}/${encodeURIComponent(version)}`;
}

/** The path of a form that proposes a change, about an API version if it is about one. */
export function pathOfProposalForm(
  { path }: PortalAddresses,
  form: 'api' | 'version' | 'deprecate' | 'retire',
  api?: string,
): string {
  return `${path}/proposals/new/${form}${api === undefined ? '' : `?api=${encodeURIComponent(api)}`}`;
}
