import type { GatewaySettings, ManifestApi } from '../../../compiled/manifest.ts';

/** The address of a version of an API, by which it is known whatever way a call has named it. */
export function addressOfApi({ gatewayUrl }: GatewaySettings, { context, version }: ManifestApi): string {
  return `${gatewayUrl}/${context}/${version}`;
}
