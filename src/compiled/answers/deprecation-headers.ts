import type { Deprecation, FurtherAddress, ManifestApi } from '../manifest.ts';
import type { GatewaySettings } from '../settings/gateway-settings.ts';

/**
 * The deprecation headers in every response of a deprecated API (RFC 9745, RFC 8594, and RFC 5829 section 3.3): names
 * in lower case, each followed by its value. Empty for any other API.
 */
export function deprecationHeaders(api: ManifestApi, settings: GatewaySettings): readonly string[] {
  const { state, context, deprecation } = api;
  if (state !== 'deprecated' || !deprecation) return [];
  return headersOf(deprecation, context, settings);
}

/**
 * The deprecation headers in every response to a call at a further address. If both the version and the address are
 * deprecated, the earlier dates apply; without a successor, callers are referred to the version's own address.
 */
export function addressHeaders(
  api: ManifestApi,
  { deprecation: ofAddress }: FurtherAddress,
  settings: GatewaySettings,
): readonly string[] {
  if (!ofAddress) return deprecationHeaders(api, settings);
  const { context, version, state } = api;
  const ofVersion = state === 'deprecated' ? api.deprecation : undefined;
  const sunset = Math.min(ofAddress.sunset ?? Infinity, ofVersion?.sunset ?? Infinity);
  const link = ofAddress.link ?? ofVersion?.link;
  const merged: Deprecation = {
    since: Math.min(ofAddress.since, ofVersion?.since ?? Infinity),
    ...(sunset !== Infinity && { sunset }),
    ...(link !== undefined && { link }),
    successor: ofVersion?.successor ?? `${context}/${version}`,
  };
  // The version's own address differs from this one even if versions are named in a header.
  return headersOf(merged, undefined, settings);
}

function headersOf(
  deprecation: Deprecation,
  context: string | undefined,
  settings: GatewaySettings,
): readonly string[] {
  const links = listLinks(deprecation, context, settings);
  return [
    'deprecation',
    `@${deprecation.since}`,
    ...(deprecation.sunset === undefined ? [] : ['sunset', toHttpDate(deprecation.sunset)]),
    ...(links.length > 0 ? ['link', links.join(', ')] : []),
  ];
}

function listLinks(
  { link, sunset, successor }: Deprecation,
  context: string | undefined,
  settings: GatewaySettings,
): readonly string[] {
  return [
    ...(link === undefined ? [] : [`<${link}>; rel="deprecation"`]),
    ...(link === undefined || sunset === undefined ? [] : [`<${link}>; rel="sunset"`]),
    ...(successor === undefined ? [] : addressOf(successor, context, settings)),
  ];
}

/** The link to the successor. Omitted if versions are named in a header and the successor has the same URL. */
function addressOf(
  successor: string,
  context: string | undefined,
  { gatewayUrl, versioning }: GatewaySettings,
): readonly string[] {
  const [other = ''] = successor.split('/');
  if (versioning === 'header' && other === context) return [];
  return [`<${gatewayUrl}/${versioning === 'header' ? other : successor}>; rel="successor-version"`];
}

/** A time as an HTTP date (RFC 9110 section 5.6.7). */
function toHttpDate(seconds: number): string {
  return new Date(seconds * 1000).toUTCString();
}
