import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { exportClusters } from '#export/envoy/clusters/export-clusters.ts';
import { forwardAction } from '#export/envoy/clusters/forward-action.ts';
import type { EnvoyResource } from '#export/envoy/envoy-resources.ts';
import { ownAnswers } from '#export/envoy/answers/own-answers.ts';
import { accessLog } from '#export/envoy/observability/access-log.ts';
import { adminInterface } from '#export/envoy/observability/admin-interface.ts';
import { eventually } from '../../eventually.ts';
import { buildTable, defineApi, type EndpointsInTest } from '../../runtime/table-builder.ts';
import { openFolder, startEnvoy, writeSecrets } from './envoy-in-test.ts';

/** A table with one API, which has these endpoints. */
export function tableWith(endpoints: EndpointsInTest) {
  return buildTable({ apis: [defineApi({ endpoints })], applications: [], subscriptions: [] });
}

/** The options of an export whose configuration and secret files are in one folder. */
export function optionsFor(folder: string) {
  return { discovery: { folder }, folder, authorities: '/etc/ssl/certs/ca-certificates.crt' };
}

/** The clusters of a table with one API, and the route action of its production endpoint. */
export function exportEndpoints(endpoints: EndpointsInTest, folder: string) {
  const table = tableWith(endpoints);
  const exported = exportClusters(table, optionsFor(folder));
  const [api] = table.manifest.apis;
  const endpoint = api && table.apis.get(api.part)?.endpoints.production;
  const cluster = exported.clusters[0]?.name ?? '';
  const route = endpoint && forwardAction({ endpoint, cluster, prefix: '/dog_park/v1' });
  return { ...exported, route };
}

interface ServeOptions {
  /** The folder of the configuration; one of its own without it. */
  readonly folder?: string;
  /** Of the connection manager. */
  readonly tracing?: object;
  readonly otherClusters?: readonly EnvoyResource[];
}

type EndpointInTest = NonNullable<EndpointsInTest['production']>;

/** Starts Envoy in front of the production endpoint of an API; calls need no token here. */
export async function serveEndpoint(endpoint: EndpointInTest, options: ServeOptions = {}) {
  const { folder = await openFolder(), tracing, otherClusters = [] } = options;
  const { clusters, secrets, route = {} } = exportEndpoints({ production: endpoint }, folder);
  await writeSecrets(folder, secrets);
  const bootstrap = bootstrapWith(folder, route, [...clusters, ...otherClusters], tracing);
  const envoy = await startEnvoy(folder, bootstrap);
  const call = async (path = '/dogs', request_: Parameters<typeof request>[1] = {}) => {
    const response = await request(`${envoy.urlOf('calls')}/dog_park/v1${path}`, request_);
    return { status: response.statusCode, body: await response.body.text() };
  };
  const entries = (count: number) =>
    eventually(async () => {
      const lines = (await readFile(join(folder, 'access.log'), 'utf8')).trimEnd().split('\n');
      if (lines.length < count || lines[0] === '') throw new Error(`There are ${lines.length} lines.`);
      return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    });
  return { ...envoy, folder, call, entries };
}

/** A bootstrap of Envoy that sends all calls to one route action. */
export function bootstrapWith(
  folder: string,
  route: object,
  clusters: readonly EnvoyResource[],
  tracing?: object,
) {
  return {
    node: { id: 'envoy-1', cluster: 'tests' },
    ...adminInterface(0),
    static_resources: {
      clusters: clusters.map((cluster) => ({ ...cluster, '@type': undefined })),
      listeners: [
        {
          name: 'calls',
          address: { socket_address: { address: '127.0.0.1', port_value: 0 } },
          filter_chains: [{ filters: [connectionManager(folder, route, tracing)] }],
        },
      ],
    },
  };
}

function connectionManager(folder: string, route: object, tracing: object | undefined) {
  return {
    name: 'envoy.filters.network.http_connection_manager',
    typed_config: {
      '@type':
        'type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager',
      stat_prefix: 'calls',
      route_config: { name: 'calls', virtual_hosts: [virtualHost(route)] },
      upgrade_configs: [{ upgrade_type: 'websocket', enabled: false }],
      access_log: accessLog({ accessLog: { file: 'access.log' } }, folder, ownAnswers),
      tracing,
      http_filters: [
        describeCalls,
        {
          name: 'envoy.filters.http.router',
          typed_config: {
            '@type': 'type.googleapis.com/envoy.extensions.filters.http.router.v3.Router',
            suppress_envoy_headers: true,
          },
        },
      ],
    },
  };
}

/** Describes each call as the program of an export does. */
const describeCalls = {
  name: 'envoy.filters.http.lua',
  typed_config: {
    '@type': 'type.googleapis.com/envoy.extensions.filters.http.lua.v3.Lua',
    default_source_code: {
      inline_string: `function envoy_on_request(handle)
        local path = handle:headers():get(":path"):match("^[^?]*")
        local call = { digest = "sha256:of-the-table", path = path, api = "DogPark", version = "v1", operation = "/dogs", application = "DogWalker", keySet = "production" }
        if path == "/dog_park/v1/refused" then call.code = "parameters_malformed" end
        handle:streamInfo():dynamicMetadata():set("gatewright", "call", call)
        if call.code then handle:respond({ [":status"] = "400" }, "") end
      end`,
    },
  },
};

function virtualHost(route: object) {
  return {
    name: 'all',
    domains: ['*'],
    routes: [{ match: { prefix: '/' }, route }],
  };
}
