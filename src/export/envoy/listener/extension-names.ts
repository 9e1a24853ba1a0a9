import type { Discovery } from '../secrets/discover-secret.ts';

/** The filters that can change without the listener, in the order in which they process a call. */
const discoveredFilters = {
  tokens: 'type.googleapis.com/envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication',
  calls: 'type.googleapis.com/envoy.extensions.filters.http.lua.v3.Lua',
  limits: 'type.googleapis.com/envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit',
  authz: 'type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthz',
} as const;

export type DiscoveredFilter = keyof typeof discoveredFilters;

/** The filter with the program, which refers to all other resources of a table. */
export const programFilter = 'calls' satisfies DiscoveredFilter;

/** The filter with the keys by which tokens are verified. */
export const keysFilter = 'tokens' satisfies DiscoveredFilter;

/** The shortest delay between two polls; Envoy waits up to twice as long. */
const [pollDelay, programPollDelay] = ['1s', '0.5s'];

/** How long Envoy waits for a response, in seconds: the program of a million subscriptions has some 60 MB. */
export const requestTimeoutSeconds = 15;

/** The file of all routes. */
export const routesFile = 'routes/routes.json';

/** The file of a filter. */
export function filterFile(name: string): string {
  return `${name === programFilter ? 'program' : 'filters'}/${name}.json`;
}

/** A `ConfigSource` for a kind of resources: a file whose folder is watched, or a control plane that is polled. */
export function discover(discovery: Discovery, file: string, delay = pollDelay) {
  if ('folder' in discovery) {
    const path = `${discovery.folder}/${file}`;
    return {
      resource_api_version: 'V3',
      path_config_source: { path, watched_directory: { path: path.slice(0, path.lastIndexOf('/')) } },
    };
  }
  return {
    resource_api_version: 'V3',
    api_config_source: {
      api_type: 'REST',
      transport_api_version: 'V3',
      cluster_names: [discovery.cluster],
      refresh_delay: delay,
      request_timeout: `${requestTimeoutSeconds}s`,
    },
    // No timeout: after the default of 15 seconds, Envoy would listen without the resource and respond with 500.
    initial_fetch_timeout: '0s',
  };
}

/**
 * A filter with a discovered configuration. Envoy does not listen until the configuration arrives, so that no call
 * bypasses the filter.
 */
export function discoverFilter(name: DiscoveredFilter, discovery: Discovery) {
  return {
    name,
    config_discovery: {
      // The program is polled more often, since changes that revoke rights are in it.
      config_source: discover(
        discovery,
        filterFile(name),
        name === programFilter ? programPollDelay : pollDelay,
      ),
      type_urls: [discoveredFilters[name]],
    },
  };
}
