import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tokenFilter, type, type Addition, type Manager, type Settings } from './hand-written.ts';

/** Configurations by hand to which something is added. */
export const additionNames = {
  program: 'by hand, with a program of two lines',
  answers: 'by hand, with our headers and errors',
  timeouts: 'by hand, with our timeouts and retries too',
  all: 'by hand, with all of these',
} as const;

/** What the contract demands and needs no program is taken from the export in a folder. */
export function listAdditions(folder: string): readonly Addition[] {
  const contract = readContract(folder);
  const answers = (manager: Manager) => addAnswers(manager, contract);
  const timeouts = (manager: Manager) => addTimeouts(answers(manager), contract);
  return [
    { name: additionNames.program, add: addProgram },
    { name: additionNames.answers, add: answers },
    { name: additionNames.timeouts, add: timeouts },
    { name: additionNames.all, add: (manager) => addProgram(timeouts(manager)) },
  ];
}

/** What an export declares natively for every call, as the contract of the gateway demands it. */
interface ExportedContract {
  readonly manager: Pick<Manager, 'http_filters'> & Settings;
  readonly routes: Settings;
  /** What one of the routes does with a call. */
  readonly action: Settings;
}

interface ExportedRoutes extends Settings {
  readonly virtual_hosts: readonly [{ readonly matcher: { readonly matcher_tree: RouteTree } }];
}

interface RouteTree {
  readonly exact_match_map: {
    readonly map: Readonly<
      Record<string, { readonly action: { readonly typed_config: { readonly route: Settings } } }>
    >;
  };
}

interface ExportedListener {
  readonly filter_chains: readonly [
    { readonly filters: readonly [{ readonly typed_config: ExportedContract['manager'] }] },
  ];
}

/** Reads it in the folder of an export. */
function readContract(folder: string): ExportedContract {
  const read = (file: string): unknown =>
    (JSON.parse(readFileSync(join(folder, file), 'utf8')) as { readonly resources: readonly unknown[] })
      .resources[0];
  const { filter_chains: chains } = read('listeners/listeners.json') as ExportedListener;
  const routes = read('routes/routes.json') as ExportedRoutes;
  const [route] = Object.values(routes.virtual_hosts[0].matcher.matcher_tree.exact_match_map.map);
  return {
    manager: chains[0].filters[0].typed_config,
    routes,
    action: route?.action.typed_config.route ?? {},
  };
}

/** Adds the headers that upstreams and clients get, those that neither gets, and the bodies of errors. */
function addAnswers(manager: Manager, { manager: exported, routes }: ExportedContract): Manager {
  const isRouter = ({ name }: { readonly name: string }) => name === 'envoy.filters.http.router';
  const own = manager.http_filters.filter((filter) => !isRouter(filter));
  const ofExport = exported.http_filters.filter((filter) => !('config_discovery' in filter));
  return {
    ...manager,
    ...pick(exported, [
      'early_header_mutation_extensions',
      'use_remote_address',
      'skip_xff_append',
      'always_set_request_id_in_response',
      'server_header_transformation',
      'local_reply_config',
    ]),
    http_filters: [
      ...ofExport.filter((filter) => !isRouter(filter)),
      ...own.map(stateLimits),
      ...ofExport.filter(isRouter),
    ],
    route_config: {
      ...manager.route_config,
      ...pick(routes, ['request_headers_to_remove', 'request_headers_to_add', 'response_headers_to_remove']),
    },
  };
}

/** Lets the filter for limits state them in responses. */
function stateLimits(filter: Manager['http_filters'][number]): Manager['http_filters'][number] {
  if (filter.name !== 'envoy.filters.http.local_ratelimit') return filter;
  return {
    ...filter,
    typed_config: { ...filter.typed_config, enable_x_ratelimit_headers: 'DRAFT_VERSION_03' },
  };
}

/** Adds the timeouts of connections and calls, and retries. */
function addTimeouts(manager: Manager, { manager: exported, action }: ExportedContract): Manager {
  const { virtual_hosts: hosts } = manager.route_config;
  const times = pick(action, ['timeout', 'idle_timeout', 'retry_policy']);
  return {
    ...manager,
    ...pick(exported, [
      'common_http_protocol_options',
      'request_headers_timeout',
      'stream_idle_timeout',
      'stream_flush_timeout',
      'request_timeout',
    ]),
    route_config: {
      ...manager.route_config,
      virtual_hosts: hosts.map((host) => ({
        ...host,
        routes: host.routes.map((route) => ({ ...route, route: { ...route.route, ...times } })),
      })),
    },
  };
}

/** Adds a program that lets the route be chosen by a header that it sets: the least that one in Lua costs. */
function addProgram(manager: Manager): Manager {
  const program = `function envoy_on_request(handle)
  handle:headers():replace("x-route", handle:headers():get(":path"))
  handle:clearRouteCache()
end`;
  const filter = {
    name: 'envoy.filters.http.lua',
    typed_config: {
      '@type': type('extensions.filters.http.lua.v3.Lua'),
      default_source_code: { inline_string: program },
    },
  };
  const place = manager.http_filters.findIndex(({ name }) => name === tokenFilter) + 1;
  return { ...manager, http_filters: manager.http_filters.toSpliced(place, 0, filter) };
}

/** An export without one of them would make the comparison a different one. */
function pick(settings: Settings, names: readonly string[]): Settings {
  const missing = names.filter((name) => !(name in settings));
  if (missing.length > 0) throw new Error(`The export has no ${missing.join(', ')}.`);
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}
