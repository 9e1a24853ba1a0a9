import type { ManifestApi } from '#compiled/manifest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import type { NamedValue } from './samples/sample-request.ts';

/** The header that names the version of an API, where its address does not. */
const versionHeaderName = 'API-Version';

/** Where an API version is called. */
export interface CallAddress {
  /** An absolute URL without a trailing slash, which the paths of its operations follow. */
  readonly baseUrl: string;
  /** What every call sends. */
  readonly headers: readonly NamedValue[];
}

/** The address of an API version, in the versioning style of the gateway. */
export function callAddress(
  { gatewayUrl, versioning }: Pick<GatewaySettings, 'gatewayUrl' | 'versioning'>,
  { context, version }: Pick<ManifestApi, 'context' | 'version'>,
): CallAddress {
  if (versioning === 'header')
    return { baseUrl: `${gatewayUrl}/${context}`, headers: [[versionHeaderName, version]] };
  return { baseUrl: `${gatewayUrl}/${context}/${version}`, headers: [] };
}
