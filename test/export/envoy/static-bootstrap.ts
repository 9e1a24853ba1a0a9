import type { EnvoyResource, EnvoyResources } from '#export/envoy/envoy-resources.ts';

/**
 * A bootstrap that holds what Envoy would otherwise discover, since `--mode validate` does not read the files of
 * discovery.
 */
export function staticBootstrap({ listeners, routes, clusters, extensionConfigs }: EnvoyResources) {
  const inlined = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inlined);
    if (typeof value !== 'object' || value === null) return value;
    const { rds, config_discovery: discovery, ...members } = value as Readonly<Record<string, unknown>>;
    const entries = Object.entries(members).map(([name, member]) => [name, inlined(member)]);
    if (rds !== undefined) entries.push(['route_config', withoutType(routes[0])]);
    const filter = extensionConfigs.find(({ name }) => name === members['name']);
    if (discovery !== undefined) entries.push(['typed_config', filter?.['typed_config']]);
    return Object.fromEntries(entries);
  };
  return {
    static_resources: {
      listeners: listeners.map((listener) => inlined(withoutType(listener))),
      clusters: clusters.map(withoutType),
    },
  };
}

function withoutType(resource: EnvoyResource | undefined): object {
  return { ...resource, '@type': undefined };
}
