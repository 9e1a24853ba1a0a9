import type { EnvoyResource, EnvoyResources } from './envoy-resources.ts';
import { keepLimits } from './limits/keep-limits.ts';
import type { DiscoveredFilter } from './listener/extension-names.ts';
import { addRoutes } from './routes/add-routes.ts';

/** The resources that the program of a table refers to: its routes with their clusters and secrets, and its limits. */
export type Referenced = Pick<EnvoyResources, 'routes' | 'clusters' | 'secrets' | 'extensionConfigs'>;

const limitsFilter: DiscoveredFilter = 'limits';

/** The resources of a table that its program refers to. */
export function referencedIn({ routes, clusters, secrets, extensionConfigs }: EnvoyResources): Referenced {
  const limits = extensionConfigs.filter(({ name }) => name === limitsFilter);
  return { routes, clusters, secrets, extensionConfigs: limits };
}

/**
 * Adds resources of earlier tables, for Envoys that still have the program of such a table. Resources are named by
 * their content, so that no table changes a resource that the program of another one refers to.
 */
export function keepReferenced(resources: EnvoyResources, earlier: readonly Referenced[]): EnvoyResources {
  const { routes, clusters, secrets, extensionConfigs } = resources;
  const others = (field: keyof Referenced, name: string) =>
    earlier.flatMap((referenced) => referenced[field].filter((other) => other.name === name));
  return {
    ...resources,
    clusters: mergeByName(
      clusters,
      earlier.flatMap((referenced) => referenced.clusters),
    ),
    secrets: mergeByName(
      secrets,
      earlier.flatMap((referenced) => referenced.secrets),
    ),
    routes: routes.map((own) => addRoutes(own, others('routes', own.name))),
    extensionConfigs: extensionConfigs.map((own) =>
      own.name === limitsFilter ? keepLimits(own, others('extensionConfigs', own.name)) : own,
    ),
  };
}

/** Adds the resources whose names are new; returns `own` itself if there are none. */
function mergeByName(
  own: readonly EnvoyResource[],
  others: readonly EnvoyResource[],
): readonly EnvoyResource[] {
  const names = new Set(own.map(({ name }) => name));
  const added = new Map(others.flatMap((other) => (names.has(other.name) ? [] : [[other.name, other]])));
  return added.size === 0 ? own : [...own, ...added.values()];
}
