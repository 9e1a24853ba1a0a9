import type { Discovery } from '../secrets/discover-secret.ts';

/** The filters that change without the listener, in the order in which a call goes through them. */
const discoveredFilters = {
  tokens: 'type.googleapis.com/envoy.extensions.filters.http.jwt_authn.v3.JwtAuthentication',
  calls: 'type.googleapis.com/envoy.extensions.filters.http.lua.v3.Lua',
  limits: 'type.googleapis.com/envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit',
  authz: 'type.googleapis.com/envoy.extensions.filters.http.ext_authz.v3.ExtAuthz',
} as const;

export type DiscoveredFilter = keyof typeof discoveredFilters;

/** The filter with the program, which refers to everything else that a table has. */
export const programFilter = 'calls' satisfies DiscoveredFilter;

/** The filter with the keys by which tokens are verified. */
export const keysFilter = 'tokens' satisfies DiscoveredFilter;

/** How long Envoy waits at least between two polls, and up to twice that. */
const [pollDelay, programPollDelay] = ['1s', '0.5s'];

/** How long Envoy waits for an answer, in seconds: the program of a million subscriptions has some 60 MB. */
export const requestTimeoutSeconds = 15;

/** The file of all routes. */
export const routesFile = 'routes/routes.json';

/** The file of a filter. */
export function filterFile(name: string): string {
  return `${name === programFilter ? 'program' : 'filters'}/${name}.json`;
}

/** A `ConfigSource` for a kind of resources: a file whose folder is watched, or a control plane that is asked. */
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
    // Envoy would listen without it after 15 seconds, and answer 500.
    initial_fetch_timeout: '0s',
  };
}

/** Until its configuration arrives Envoy does not listen, so that no call goes past it. */
export function discoverFilter(name: DiscoveredFilter, discovery: Discovery) {
  return {
    name,
    config_discovery: {
      // Changes that take rights away are in the program.
      config_source: discover(
        discovery,
        filterFile(name),
        name === programFilter ? programPollDelay : pollDelay,
      ),
      type_urls: [discoveredFilters[name]],
    },
  };
}
