import type { Compiled } from '#compiled/compiled.ts';
import type { CompiledEndpoint } from '#compiled/compiled-api.ts';
import { hopByHopHeaders } from '#compiled/header-fate.ts';
import { forwardsCalls, type FurtherAddress, type KeySetName, type ManifestApi } from '#compiled/manifest.ts';
import type { GatewaySettings } from '#compiled/settings/gateway-settings.ts';
import { staticHeaders } from './static-headers.ts';
import { clusterName, statName } from '../clusters/cluster-name.ts';
import { forwardAction } from '../clusters/forward-action.ts';
import type { EnvoyOptions } from '../envoy-options.ts';
import type { EnvoyResource } from '../envoy-resources.ts';
import { codeHeader } from '../answers/change-response.ts';
import { allLimitHeaders } from '../limits/limit-headers.ts';
import { listenerName } from '../listener/export-listener.ts';
import { protocolHeader } from '../listener/forget-headers.ts';
import { verifiedHeader } from '../tokens/verify-tokens.ts';
import { fixedHeaders, headerOption, hostFormat, ownFormat } from '../text/format-text.ts';
import {
  furtherPrefix,
  furtherRouteName,
  listPrefixes,
  needsAuthz,
  notedHeaders,
  routeName,
  type NotedName,
  type RoutedEndpoint,
} from './route-name.ts';
import { writeErrorBody } from '#compiled/answers/error-body.ts';

/** The routes of the pages for load balancers, by name. The program selects them, and Envoy itself responds. */
const healthRoutes: readonly (readonly [name: string, route: object])[] = [
  answerWith('health/ready', 200, '{"status":"ready"}'),
  answerWith('health/live', 200, '{"status":"live"}'),
  answerWith('health/unsupported', 405, writeErrorBody('method_not_allowed', 'json', undefined), {
    allow: 'GET, HEAD',
    'x-content-type-options': 'nosniff',
  }),
];

/** The header by which the program names the route of an admitted call. */
const routeHeader = 'x-gatewright-route';

/**
 * The routes of all endpoints, found by a single lookup. A call without the header that the program sets has no route,
 * so that no call bypasses the program.
 */
export function exportRoutes(table: Compiled, options: EnvoyOptions): EnvoyResource {
  const { manifest } = table;
  const routes = [...listRoutes(table, options), ...listHealthRoutes(options)];
  return {
    '@type': 'type.googleapis.com/envoy.config.route.v3.RouteConfiguration',
    name: listenerName,
    virtual_hosts: [
      {
        name: 'apis',
        domains: ['*'],
        // The routes have already read this header.
        request_headers_to_remove: [protocolHeader],
        matcher: { matcher_tree: matchRoute(routes) },
      },
    ],
    request_headers_to_remove: [
      'authorization',
      routeHeader,
      verifiedHeader,
      ...allLimitHeaders,
      'expect',
      'x-envoy-external-address',
      ...[...hopByHopHeaders].filter((name) => !handledByEnvoy.has(name)),
    ],
    request_headers_to_add: [
      headerOption('via', ownFormat('1.1 gatewright'), 'APPEND_IF_EXISTS_OR_ADD'),
      headerOption(
        'x-forwarded-for',
        ownFormat('%DOWNSTREAM_DIRECT_REMOTE_ADDRESS_WITHOUT_PORT%'),
        'APPEND_IF_EXISTS_OR_ADD',
      ),
      headerOption('x-forwarded-host', hostFormat(manifest.gateway.gatewayUrl), 'ADD_IF_ABSENT'),
      ...protocolOf(manifest.gateway),
    ],
    response_headers_to_remove: removedFromResponses,
    // The digest is that of the program, which decides on the call.
    response_headers_to_add: manifest.gateway.digestHeader
      ? [headerOfCall('gatewright-digest', 'digest')]
      : [],
    // Headers that the route of an API adds are not removed by the removals for all routes.
    most_specific_header_mutations_wins: true,
  };
}

/**
 * Replaces X-Forwarded-Proto, which Envoy has set to the protocol of the connection. The value that a trusted proxy
 * states takes precedence.
 */
function protocolOf({ gatewayUrl, trustedProxies }: GatewaySettings) {
  const name = 'x-forwarded-proto';
  const isTls = new URL(gatewayUrl).protocol === 'https:';
  return [
    headerOption(name, isTls ? ownFormat('https') : ownFormat('http')),
    ...(trustedProxies.length > 0 ? [headerOption(name, ownFormat(`%REQ(${protocolHeader})%`))] : []),
  ];
}

/** Hop-by-hop headers that Envoy itself reads, and writes for the next hop. */
const handledByEnvoy: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Removed from upstream responses: CORS headers, since only the API's declaration decides which origins may read a
 * response, and headers that are not for clients.
 */
const removedFromResponses = [
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-expose-headers',
  'access-control-max-age',
  codeHeader,
  'proxy-authenticate',
];

type NamedRoute = readonly [name: string, route: object];

function matchRoute(routes: readonly NamedRoute[]) {
  const input = {
    '@type': 'type.googleapis.com/envoy.type.matcher.v3.HttpRequestHeaderMatchInput',
    header_name: routeHeader,
  };
  const map = Object.fromEntries(
    routes.map(([name, route]) => [name, { action: { name: 'route', typed_config: route } }]),
  );
  return { input: { name: 'route', typed_config: input }, exact_match_map: { map } };
}

function listHealthRoutes({ authz }: EnvoyOptions): readonly NamedRoute[] {
  return healthRoutes.map(([name, route]) => [
    name,
    { ...route, ...(authz && { typed_per_filter_config: { authz: withoutAuthz } }) },
  ]);
}

function listRoutes(table: Compiled, options: EnvoyOptions): readonly NamedRoute[] {
  const { manifest, apis } = table;
  return manifest.apis.filter(forwardsCalls).flatMap((api) => {
    const part = apis.get(api.part);
    if (!part) return [];
    const { production, sandbox } = part.endpoints;
    const routesTo = (keySet: KeySetName, endpoint: CompiledEndpoint) => {
      const routed = { api, part, keySet, endpoint };
      const base = routeName(routed, manifest.gateway);
      const prefixes: readonly NamedPrefix[] = [
        ...listPrefixes(api, manifest.gateway).map(([suffix, prefix]) => ({
          name: `${base}${suffix}`,
          prefix,
        })),
        ...(api.alsoAt ?? []).map((address) => ({
          name: furtherRouteName(routed, address, manifest.gateway),
          prefix: furtherPrefix(address, manifest.gateway),
          address,
        })),
      ];
      return prefixes.map((named): NamedRoute => [
        named.name,
        routeTo(routed, named, manifest.gateway, options),
      ]);
    };
    return [
      ...(production ? routesTo('production', production) : []),
      ...(sandbox ? routesTo('sandbox', sandbox) : []),
    ];
  });
}

interface NamedPrefix {
  readonly name: string;
  readonly prefix: string;
  readonly address?: FurtherAddress | undefined;
}

function routeTo(
  { api, part, keySet, endpoint }: RoutedEndpoint,
  { name, prefix, address }: NamedPrefix,
  settings: GatewaySettings,
  { authz }: EnvoyOptions,
): object {
  return {
    '@type': 'type.googleapis.com/envoy.config.route.v3.Route',
    name,
    match: { prefix: '/' },
    ...(address && { stat_prefix: routeStatName(api, keySet, address) }),
    route: forwardAction({
      endpoint,
      cluster: clusterName(api, keySet, endpoint),
      prefix,
      streams: part.streams ?? settings.streams,
    }),
    ...responseHeaders({ api, part, address }, settings),
    ...(authz && !needsAuthz(part) && { typed_per_filter_config: { authz: withoutAuthz } }),
  };
}

/**
 * The name by which Envoy counts the calls of a route. It has no dots, since a dot would end the name where metrics are
 * labelled.
 */
function routeStatName(api: ManifestApi, keySet: KeySetName, { path }: FurtherAddress): string {
  return `${statName(api, keySet)}/also${path}`.replaceAll('.', '_');
}

const withoutAuthz = {
  '@type': 'type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthzPerRoute',
  disabled: true,
};

/** The response headers of a route. Link and Vary are added to those of the upstream; all others replace them. */
function responseHeaders(
  { api, part, address }: Pick<RoutedEndpoint, 'api' | 'part'> & Pick<NamedPrefix, 'address'>,
  settings: GatewaySettings,
) {
  const { headers, metadata } = fixedHeaders(staticHeaders(api, part.cors, settings, address));
  const constant = headers.map(([name, value]) =>
    headerOption(name, value, name === 'link' || name === 'vary' ? 'APPEND_IF_EXISTS_OR_ADD' : undefined),
  );
  return {
    ...(metadata && { metadata }),
    response_headers_to_add: [
      ...constant,
      ...notedHeaders(part).map(([key, name]) => headerOfCall(key, name)),
    ],
  };
}

function headerOfCall(key: string, name: 'digest' | NotedName) {
  return headerOption(key, ownFormat(`%DYNAMIC_METADATA(gatewright:call:${name})%`));
}

function answerWith(
  name: string,
  status: number,
  body: string,
  others: Readonly<Record<string, string>> = {},
) {
  const headers = {
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    ...others,
  };
  return [
    name,
    {
      '@type': 'type.googleapis.com/envoy.config.route.v3.Route',
      name,
      match: { prefix: '/' },
      direct_response: { status, body: { inline_string: body } },
      response_headers_to_add: fixedHeaders(headers).headers.map(([key, value]) => headerOption(key, value)),
    },
  ] as const;
}
