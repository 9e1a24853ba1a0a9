import type { Bench } from '../gateway/bench.ts';
import type { MadeApi, MadeRepository } from '../gateway/make-repository.ts';
import type { ServerProgram } from '../gateway/server-process.ts';
import { envoyProgram } from './envoy-program.ts';

export const handWrittenName = 'Envoy, configured by hand';

/** Settings of Envoy by their names. */
export type Settings = Readonly<Record<string, unknown>>;

/** A connection manager, as far as others add to it. */
export interface Manager extends Settings {
  readonly http_filters: readonly { readonly name: string; readonly typed_config?: object }[];
  readonly route_config: {
    readonly virtual_hosts: readonly {
      readonly name: string;
      readonly domains: readonly string[];
      readonly routes: readonly { readonly route: Settings }[];
    }[];
  };
}

/** A configuration by hand with something added, which shows what that costs. */
export interface Addition {
  readonly name: string;
  readonly add: (manager: Manager) => Manager;
}

/** What tokens are verified with. */
export interface Issuer {
  readonly url: string;
  /** A JWK Set. */
  readonly keys: string;
}

/** The type of a setting. */
export const type = (name: string) => `type.googleapis.com/envoy.${name}`;
const clientHeader = 'x-client';
/** The name of the filter that verifies tokens. */
export const tokenFilter = 'envoy.filters.http.jwt_authn';

/** What an engineer who knows Envoy would write: tokens, one subscription check for each API, a limit for each client. */
export function handWrittenEnvoy(
  bench: Bench,
  repository: MadeRepository,
  issuer: Issuer,
  { name, add }: Addition = { name: handWrittenName, add: (manager) => manager },
): Promise<ServerProgram> {
  return envoyProgram(bench, name, (port) => ({
    static_resources: {
      listeners: [listen(port, add(manageCalls(repository, issuer)))],
      clusters: [cluster(bench.upstream)],
    },
  }));
}

function manageCalls(repository: MadeRepository, issuer: Issuer): Manager {
  return {
    '@type': type('extensions.filters.network.http_connection_manager.v3.HttpConnectionManager'),
    stat_prefix: 'calls',
    normalize_path: true,
    merge_slashes: true,
    path_with_escaped_slashes_action: 'REJECT_REQUEST',
    http_filters: [verifyTokens(issuer), checkSubscriptions(), limitClients(), router()],
    route_config: { virtual_hosts: [{ name: 'calls', domains: ['*'], routes: routesOf(repository) }] },
  };
}

function listen(port: number, manager: Manager): object {
  return {
    name: 'calls',
    address: { socket_address: { address: '127.0.0.1', port_value: port } },
    filter_chains: [
      { filters: [{ name: 'envoy.filters.network.http_connection_manager', typed_config: manager }] },
    ],
  };
}

function verifyTokens({ url, keys }: Issuer) {
  const provider = {
    issuer: url,
    local_jwks: { inline_string: keys },
    require_expiration: true,
    clock_skew_seconds: 5,
    claim_to_headers: [{ header_name: clientHeader, claim_name: 'client_id' }],
    jwt_cache_config: { jwt_cache_size: 10_000 },
  };
  return {
    name: tokenFilter,
    typed_config: {
      '@type': type('extensions.filters.http.jwt_authn.v3.JwtAuthentication'),
      providers: { own: provider },
      rules: [{ match: { prefix: '/' }, requires: { provider_name: 'own' } }],
    },
  };
}

/** Each route has its own check. */
function checkSubscriptions() {
  return {
    name: 'envoy.filters.http.rbac',
    typed_config: { '@type': type('extensions.filters.http.rbac.v3.RBAC') },
  };
}

function limitClients() {
  const always = { default_value: { numerator: 100 } };
  const path = { key: 'calls', path: [{ key: 'api' }] };
  const api = { descriptor_key: 'api', metadata_key: path, source: 'ROUTE_ENTRY' };
  const client = { header_name: clientHeader, descriptor_key: 'client' };
  const limit = { max_tokens: 1_000_000_000, tokens_per_fill: 1_000_000_000, fill_interval: '60s' };
  return {
    name: 'envoy.filters.http.local_ratelimit',
    typed_config: {
      '@type': type('extensions.filters.http.local_ratelimit.v3.LocalRateLimit'),
      stat_prefix: 'clients',
      filter_enabled: always,
      filter_enforced: always,
      max_dynamic_descriptors: 100_000,
      token_bucket: limit,
      descriptors: [{ entries: [{ key: 'api' }, { key: 'client' }], token_bucket: limit }],
      rate_limits: [{ actions: [{ metadata: api }, { request_headers: client }] }],
    },
  };
}

function router() {
  return {
    name: 'envoy.filters.http.router',
    typed_config: { '@type': type('extensions.filters.http.router.v3.Router') },
  };
}

/** One route for each API, which is the cheapest way: no operation is looked up. */
function routesOf({ apis, applications, subscribers }: MadeRepository) {
  const keys = new Map(applications.map(({ name, consumerKey }) => [name, consumerKey]));
  return apis.map((api, index) =>
    routeTo(
      api,
      (subscribers[index] ?? []).map((name) => keys.get(name) ?? ''),
    ),
  );
}

function routeTo({ context, version }: MadeApi, clients: readonly string[]) {
  return {
    metadata: { filter_metadata: { calls: { api: `${context}/${version}` } } },
    match: { path_separated_prefix: `/${context}/${version}` },
    route: { cluster: 'upstream', timeout: '30s', prefix_rewrite: `/${context}` },
    typed_per_filter_config: {
      'envoy.filters.http.rbac': {
        '@type': type('extensions.filters.http.rbac.v3.RBACPerRoute'),
        rbac: { matcher: allow(clients) },
      },
    },
  };
}

function allow(clients: readonly string[]): object {
  const decide = (name: string, action: string) => ({
    action: { name, typed_config: { '@type': type('config.rbac.v3.Action'), name, action } },
  });
  const input = {
    '@type': type('type.matcher.v3.HttpRequestHeaderMatchInput'),
    header_name: clientHeader,
  };
  return {
    matcher_tree: {
      input: { name: 'client', typed_config: input },
      exact_match_map: {
        map: Object.fromEntries(clients.map((client) => [client, decide('subscribed', 'ALLOW')])),
      },
    },
    on_no_match: decide('not_subscribed', 'DENY'),
  };
}

function cluster(upstream: string): object {
  const { hostname, port } = new URL(upstream);
  const address = { socket_address: { address: hostname, port_value: Number(port) } };
  return {
    name: 'upstream',
    type: 'STATIC',
    connect_timeout: '5s',
    circuit_breakers: { thresholds: [{ max_connections: 1024, max_pending_requests: 1024 }] },
    load_assignment: {
      cluster_name: 'upstream',
      endpoints: [{ lb_endpoints: [{ endpoint: { address } }] }],
    },
  };
}
