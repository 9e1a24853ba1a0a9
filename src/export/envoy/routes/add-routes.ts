import type { EnvoyResource } from '../envoy-resources.ts';

/** A matcher that finds a route by its name, as `exportRoutes` writes it. */
interface RouteMatcher {
  readonly matcher_tree: {
    readonly input: object;
    readonly exact_match_map: { readonly map: Readonly<Record<string, unknown>> };
  };
}

interface VirtualHost {
  readonly matcher?: RouteMatcher;
}

/** Adds the routes of other tables, unless a route of the same name exists. */
export function addRoutes(routes: EnvoyResource, others: readonly EnvoyResource[]): EnvoyResource {
  const hosts = hostsOf(routes);
  const matchers = [routes, ...others].flatMap((resource) => hostsOf(resource)[0]?.matcher ?? []);
  const [first] = matchers;
  if (!first) return routes;
  const entries = matchers.toReversed().map(({ matcher_tree: tree }) => tree.exact_match_map.map);
  const map = Object.assign({}, ...entries) as object;
  const matcher = { matcher_tree: { ...first.matcher_tree, exact_match_map: { map } } };
  return { ...routes, virtual_hosts: hosts.map((host) => ({ ...host, matcher })) };
}

function hostsOf(routes: EnvoyResource): readonly VirtualHost[] {
  return (routes['virtual_hosts'] ?? []) as readonly VirtualHost[];
}
