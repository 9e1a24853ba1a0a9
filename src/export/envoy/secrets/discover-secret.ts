import { fileNameFor } from '../text/file-text.ts';

/** Where Envoy reads its configuration from. */
export type Discovery =
  /** A folder as Envoy sees it, without a trailing slash; each secret has a file of its own in `secrets/`. */
  | { readonly folder: string }
  /** The cluster of a control plane that Envoy polls over REST. */
  | { readonly cluster: string };

/** A reference to a secret that Envoy loads separately, and reloads when it changes (`SdsSecretConfig`). */
export interface SecretConfig {
  readonly name: string;
  readonly sds_config: Readonly<Record<string, unknown>>;
}

export function discoverSecret(name: string, discovery: Discovery): SecretConfig {
  return { name, sds_config: { resource_api_version: 'V3', ...sourceOf(name, discovery) } };
}

function sourceOf(name: string, discovery: Discovery): Readonly<Record<string, unknown>> {
  if ('folder' in discovery)
    return {
      path_config_source: {
        path: `${discovery.folder}/secrets/${secretFileName(name)}`,
        watched_directory: { path: `${discovery.folder}/secrets` },
      },
    };
  return {
    api_config_source: {
      api_type: 'REST',
      transport_api_version: 'V3',
      cluster_names: [discovery.cluster],
      refresh_delay: '1s',
      request_timeout: '5s',
    },
  };
}

/** The file name of a secret. Each secret has its own file, since Envoy reads exactly one secret from a file. */
export function secretFileName(name: string): string {
  return `${fileNameFor(name)}.json`;
}
