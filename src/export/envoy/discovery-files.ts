import type { EnvoyResource, EnvoyResources } from './envoy-resources.ts';
import { programFilter } from './listener/extension-names.ts';
import { adminInterface } from './observability/admin-interface.ts';
import { secretFileName } from './secrets/discover-secret.ts';

/** A file that Envoy reads; its path is relative to the folder of its configuration. */
export interface DiscoveryFile {
  readonly path: string;
  readonly content: string;
}

/** The files of an export, in the order in which they are to be written: what others refer to comes first. */
export function discoveryFiles(resources: EnvoyResources, version: string): readonly DiscoveryFile[] {
  const { listeners, routes, clusters, extensionConfigs, secrets } = resources;
  const fileOf = (path: string, held: readonly EnvoyResource[]) => ({
    path,
    content: `${JSON.stringify({ version_info: version, resources: held })}\n`,
  });
  return [
    ...secrets.map((secret) => fileOf(`secrets/${secretFileName(secret.name)}`, [secret])),
    fileOf('clusters.json', clusters),
    fileOf('routes.json', routes),
    ...extensionConfigs
      .toSorted((one, other) => Number(one.name === programFilter) - Number(other.name === programFilter))
      .map((config) => fileOf(`extension-${config.name}.json`, [config])),
    fileOf('listeners.json', listeners),
  ];
}

interface BootstrapOptions {
  /** The folder of the configuration as Envoy sees it. */
  readonly folder: string;
  readonly adminPort: number;
}

/** What Envoy is started with: `envoy -c bootstrap.json`. It does not depend on the table. */
export function discoveryBootstrap({ folder, adminPort }: BootstrapOptions) {
  const source = (file: string) => ({
    resource_api_version: 'V3',
    path_config_source: { path: `${folder}/${file}`, watched_directory: { path: folder } },
  });
  return {
    node: { id: 'gatewright', cluster: 'gatewright' },
    ...adminInterface(adminPort),
    dynamic_resources: { lds_config: source('listeners.json'), cds_config: source('clusters.json') },
  };
}
