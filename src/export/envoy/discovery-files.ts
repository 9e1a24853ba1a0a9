import { connectionLimit } from './bootstrap/connection-limit.ts';
import type { EnvoyResource, EnvoyResources } from './envoy-resources.ts';
import { discover, filterFile, programFilter, routesFile } from './listener/extension-names.ts';
import { adminInterface } from './observability/admin-interface.ts';
import { secretFileName } from './secrets/discover-secret.ts';

const [clustersFile, listenersFile] = ['clusters/clusters.json', 'listeners/listeners.json'];

/** A file that Envoy reads; its path is relative to the folder of its configuration. */
export interface DiscoveryFile {
  readonly path: string;
  readonly content: string;
}

/**
 * The files of an export, in the order in which they must be written: a file follows those that it refers to. Envoy
 * reads folders in the order of their changes, but the files of one folder in any order. Files that refer to others are
 * therefore in separate folders.
 */
export function discoveryFiles(resources: EnvoyResources, version: string): readonly DiscoveryFile[] {
  const { listeners, routes, clusters, extensionConfigs, secrets } = resources;
  const fileOf = (path: string, held: readonly EnvoyResource[]) => ({
    path,
    content: `${JSON.stringify({ version_info: version, resources: held })}\n`,
  });
  return [
    ...secrets.map((secret) => fileOf(`secrets/${secretFileName(secret.name)}`, [secret])),
    fileOf(clustersFile, clusters),
    fileOf(routesFile, routes),
    ...extensionConfigs
      .toSorted((one, other) => Number(one.name === programFilter) - Number(other.name === programFilter))
      .map((config) => fileOf(filterFile(config.name), [config])),
    fileOf(listenersFile, listeners),
  ];
}

interface BootstrapOptions {
  /** The folder of the configuration as Envoy sees it. */
  readonly folder: string;
  readonly adminPort: number;
}

/** The bootstrap configuration of Envoy: `envoy -c bootstrap.json`. It does not depend on the table. */
export function discoveryBootstrap({ folder, adminPort }: BootstrapOptions) {
  return {
    node: { id: 'gatewright', cluster: 'gatewright' },
    ...adminInterface(adminPort),
    ...connectionLimit,
    dynamic_resources: {
      lds_config: discover({ folder }, listenersFile),
      cds_config: discover({ folder }, clustersFile),
    },
  };
}
