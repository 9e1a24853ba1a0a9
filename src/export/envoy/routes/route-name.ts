import type { CompiledApi, CompiledEndpoint } from '#compiled/compiled-api.ts';
import type { FurtherAddress, KeySetName, ManifestApi } from '#compiled/manifest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { staticHeaders } from './static-headers.ts';
import { clusterName, nameByContent } from '../clusters/cluster-name.ts';

/** An endpoint of an API that calls are forwarded to. */
export interface RoutedEndpoint {
  readonly api: ManifestApi;
  readonly part: CompiledApi;
  readonly keySet: KeySetName;
  readonly endpoint: CompiledEndpoint;
}

/**
 * The name of the route to an endpoint. Different routes have different names, so that a program always forwards by the
 * routes of its own table, even while Envoy also has others.
 */
export function routeName(routed: RoutedEndpoint, settings: GatewaySettings): string {
  const { api, part, keySet, endpoint } = routed;
  return nameByContent(api, keySet, [
    clusterName(api, keySet, endpoint),
    listPrefixes(api, settings),
    staticHeaders(api, part.cors, settings),
    part.streams ?? settings.streams ?? null,
    notedHeaders(part),
    needsAuthz(part),
  ]);
}

/** The names by which the program notes values of headers. */
export type NotedName = 'origin' | 'expose' | 'sandbox';

/**
 * The response headers whose values depend on the call, each with the name by which the program notes its value. An API
 * whose public operations are removed keeps their limit, and so the names of its routes.
 */
export function notedHeaders({
  cors,
  operations,
  addressLimit,
}: CompiledApi): readonly (readonly [string, NotedName])[] {
  const isPublic = addressLimit !== undefined || operations.some(({ access }) => access === 'public');
  return [
    ...(cors ? [['access-control-allow-origin', 'origin'] as const] : []),
    ...(cors ? [['access-control-expose-headers', 'expose'] as const] : []),
    ...(isPublic ? [['content-security-policy', 'sandbox'] as const] : []),
  ];
}

/** The path prefixes that are removed before forwarding, each with the suffix of its route's name. */
export function listPrefixes({ context, version }: ManifestApi, settings: GatewaySettings) {
  const base = basePathOf(settings);
  if (settings.versioning === 'header') return [['', `${base}/${context}`]] as const;
  const versioned = ['', `${base}/${context}/${version}`] as const;
  return settings.versioning === 'url'
    ? [versioned]
    : [versioned, ['/unversioned', `${base}/${context}`] as const];
}

/**
 * The name of the route for calls at a further address. It does not depend on other further addresses, so that the
 * routes of an API stay the same when one is removed.
 */
export function furtherRouteName(
  routed: RoutedEndpoint,
  address: FurtherAddress,
  settings: GatewaySettings,
): string {
  const { api, part, keySet } = routed;
  return nameByContent(api, keySet, [
    routeName(routed, settings),
    furtherPrefix(address, settings),
    staticHeaders(api, part.cors, settings, address),
  ]);
}

/** The path prefix of calls at a further address. */
export function furtherPrefix({ path }: FurtherAddress, settings: GatewaySettings): string {
  return `${basePathOf(settings)}${path}`;
}

function basePathOf({ gatewayUrl }: GatewaySettings): string {
  return new URL(gatewayUrl).pathname.replace(/\/$/, '');
}

/** Whether calls of an API need checks that only the endpoint for authorization can make. */
export function needsAuthz({ validation, callerAssertion }: CompiledApi): boolean {
  return validation.requests !== 'off' || callerAssertion !== undefined;
}
