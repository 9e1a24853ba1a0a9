import type { ManifestApi } from '../manifest.ts';
import type { GatewaySettings } from '../settings/gateway-settings.ts';

/**
 * The deprecation headers in every response of a deprecated API (RFC 9745, RFC 8594, and RFC 5829 section 3.3), names
 * in lower case and values in turn. Empty for any other API.
 */
export function deprecationHeaders(api: ManifestApi, settings: GatewaySettings): readonly string[] {
  const { state, deprecation } = api;
  if (state !== 'deprecated' || !deprecation) return [];
  const links = listLinks(api, settings);
  return [
    'deprecation',
    `@${deprecation.since}`,
    ...(deprecation.sunset === undefined ? [] : ['sunset', toHttpDate(deprecation.sunset)]),
    ...(links.length > 0 ? ['link', links.join(', ')] : []),
  ];
}

function listLinks({ context, deprecation }: ManifestApi, settings: GatewaySettings): readonly string[] {
  const { link, sunset, successor } = deprecation ?? {};
  return [
    ...(link === undefined ? [] : [`<${link}>; rel="deprecation"`]),
    ...(link === undefined || sunset === undefined ? [] : [`<${link}>; rel="sunset"`]),
    ...(successor === undefined ? [] : addressOf(successor, context, settings)),
  ];
}

/** If the version is in a header, the URL does not distinguish the versions of an API. */
function addressOf(
  successor: string,
  context: string,
  { gatewayUrl, versioning }: GatewaySettings,
): readonly string[] {
  const [other = ''] = successor.split('/');
  if (versioning === 'header' && other === context) return [];
  return [`<${gatewayUrl}/${versioning === 'header' ? other : successor}>; rel="successor-version"`];
}

/** RFC 9110 section 5.6.7. */
function toHttpDate(seconds: number): string {
  return new Date(seconds * 1000).toUTCString();
}
