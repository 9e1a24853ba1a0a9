import { vi } from 'vitest';
import type { Compiled } from '#compiled/compiled.ts';
import { type Digest, digestOf } from '#compiled/digest.ts';
import type { EnvoyResource, EnvoyResources } from '#export/envoy/envoy-resources.ts';
import type { Refusal } from '#export/envoy/refusal.ts';
import { ControlPlane } from '#serve/control-plane/control-plane.ts';
import type { DiscoveryService } from '#serve/control-plane/protocol/discovery-types.ts';
import type { PublishedVersion } from '#serve/control-plane/protocol/version-info.ts';
import type { GatewayEvent } from '#serve/served/gateway-event.ts';

const none: EnvoyResources = { listeners: [], routes: [], clusters: [], extensionConfigs: [], secrets: [] };

export function resource(name: string, revision = 1): EnvoyResource {
  return { '@type': 'type.example.edu/Thing', name, revision };
}

/** A table, which is only a name here, and its resources; or why Envoy cannot honour it. */
export interface Exported {
  readonly resources?: Partial<EnvoyResources>;
  readonly refusals?: readonly Refusal[];
  /** Whether its export throws. */
  readonly throws?: boolean;
  /** Its program without what a later table takes away, by the name of that; others take nothing away. */
  readonly restricted?: Readonly<Record<string, EnvoyResource>>;
}

export function tableNamed(name: string): Compiled {
  return { digest: digestOf(name) } as Compiled;
}

interface Before {
  readonly published?: PublishedVersion;
  /** The names of the tables that were kept. */
  readonly earlier?: readonly string[];
  /** The names of the tables that Envoys have accepted, the newest first. */
  readonly accepted?: readonly string[];
  /** The name of the table that each Envoy has accepted. */
  readonly acceptedBy?: Readonly<Record<string, string>>;
}

/** A control plane with tables by name, and Envoys that poll it. */
export function openTables(
  tables: Readonly<Record<string, Exported>>,
  { published, earlier, accepted = [], acceptedBy = {} }: Before = {},
) {
  const events: GatewayEvent[] = [];
  const kept: PublishedVersion[] = [];
  const byDigest = new Map(
    Object.entries(tables).map(([name, table]) => [digestOf(name), { name, ...table }]),
  );
  const programs = new Map(
    Object.entries(tables).flatMap(([name, { resources, restricted: programsWithout = {} }]) => [
      [digestOf(name), [name, resources?.extensionConfigs?.[0]]] as const,
      ...Object.entries(programsWithout).map(
        ([other, program]) =>
          [digestOf(`${name} without ${other}`), [`${name} without ${other}`, program]] as const,
      ),
    ]),
  );
  const restricted: string[] = [];
  const noted: ReadonlySet<Digest>[] = [];
  const reads: Digest[] = [];
  const byName = Object.entries(acceptedBy).map(([name, table]) => [name, digestOf(table)]);
  let renderAccepted = () => '';
  const keep = (render: () => string) => void (renderAccepted = render);
  const controlPlane = new ControlPlane({
    exportTable: ({ digest }) => {
      const { resources, refusals = [], throws } = byDigest.get(digest) ?? {};
      if (throws) throw new Error('It cannot be exported.');
      return { resources: { ...none, ...resources }, refusals };
    },
    exportKeys: () => resource('tokens'),
    restrictTable: (older, newer) => {
      const [one, other] = [byDigest.get(older.digest), byDigest.get(newer.digest)?.name ?? ''];
      return one?.restricted?.[other] ? tableNamed(`${one.name} without ${other}`) : older;
    },
    exportProgram: ({ digest }) => {
      const [name = '', program] = programs.get(digest) ?? [];
      restricted.push(name);
      return program ?? resource('calls');
    },
    clock: () => Date.now(),
    report: (event) => void events.push(event),
    published,
    ...(earlier && {
      readEarlier: async (digest) => {
        reads.push(digest);
        return earlier.map(tableNamed).find((table) => table.digest === digest);
      },
    }),
    accepted: { saved: JSON.stringify({ recent: accepted.map(digestOf), byName }), keep },
    noteInUse: (inUse) => void noted.push(inUse),
    keepPublished: (version) => void kept.push(version),
  });
  return {
    controlPlane,
    events,
    kept,
    /** Which tables Envoys had, each time that it was noted. */
    noted,
    /** What is kept of the tables that Envoys have accepted. */
    renderAccepted: () => renderAccepted(),
    /** The tables that were read again. */
    reads,
    /** The programs that were made of earlier tables. */
    restricted,
    publish: (name: string, committedAt?: number) =>
      controlPlane.publish(tableNamed(name), committedAt, 'keys'),
    /** As a gateway does that was started with other settings than the table declares. */
    publishWithOldSettings: (name: string, committedAt?: number) =>
      controlPlane.publish(tableNamed(name), committedAt, 'keys', true),
  };
}

/** An Envoy that accepts what it is sent, unless it refuses everything. */
export class Envoy {
  readonly versions = new Map<string, string>();
  readonly resources = new Map<string, readonly EnvoyResource[]>();
  refuses = false;
  /** How long it waits before each poll. */
  pauseMs = 1000;
  /** Whether it refuses resources. */
  refuse: (service: DiscoveryService, resources: readonly EnvoyResource[]) => boolean = () => this.refuses;
  readonly #controlPlane: ControlPlane;
  readonly #name: string;

  constructor(controlPlane: ControlPlane, name = 'edge') {
    this.#controlPlane = controlPlane;
    this.#name = name;
  }

  /** The names of the resources that it is sent; `unchanged` or `not-ready` if it is sent none. */
  poll(service: DiscoveryService, names: readonly string[] = [], controlPlane = this.#controlPlane) {
    vi.advanceTimersByTime(this.pauseMs);
    const key = [service, ...names].join();
    const answer = controlPlane.poll(this.#name, { service, names }, this.versions.get(key) ?? '');
    if (answer.kind !== 'changed') return answer.kind;
    answer.delivered();
    const body = JSON.parse(answer.content.body) as {
      readonly version_info: string;
      readonly resources: readonly EnvoyResource[];
    };
    if (!this.refuse(service, body.resources)) {
      this.versions.set(key, body.version_info);
      this.resources.set(key, body.resources);
    }
    return body.resources.map(({ name }) => name);
  }
}

/** Resources of a table as exports write them: the program refers to a route, and that to a cluster of the same name. */
export function exported(name: string, secrets: readonly string[] = []): Exported {
  const host = {
    name: 'apis',
    matcher: { matcher_tree: { input: {}, exact_match_map: { map: { [name]: { cluster: name } } } } },
  };
  return {
    resources: {
      clusters: [resource(name)],
      routes: [{ ...resource('calls'), virtual_hosts: [host] }],
      extensionConfigs: [{ ...resource('calls'), source: name, code: { inline_string: name } }],
      secrets: secrets.map((secret) => ({
        ...resource(secret),
        generic_secret: { secret: { filename: `/run/secrets/${secret}` } },
      })),
    },
  };
}

/** What an Envoy has of a table, by the names of its clusters and routes, and its program. */
export function heldBy({ resources }: Envoy) {
  const [routes] = resources.get('routes,calls') ?? [];
  const [host] = (routes?.['virtual_hosts'] ?? []) as readonly {
    readonly matcher: { readonly matcher_tree: { readonly exact_match_map: { readonly map: object } } };
  }[];
  return {
    clusters: (resources.get('clusters') ?? []).map(({ name }) => name),
    routes: Object.keys(host?.matcher.matcher_tree.exact_match_map.map ?? {}),
    program: resources.get('extension_configs,calls')?.[0]?.['source'],
  };
}

/** One poll for each kind of resources; one that starts gets a program only after it has said what it has. */
export function pollAll(envoy: Envoy, controlPlane?: ControlPlane) {
  if (!envoy.versions.has('extension_configs,calls')) {
    envoy.poll('clusters', [], controlPlane);
    envoy.poll('routes', ['calls'], controlPlane);
  }
  envoy.poll('clusters', [], controlPlane);
  envoy.poll('routes', ['calls'], controlPlane);
  envoy.poll('extension_configs', ['calls'], controlPlane);
  return heldBy(envoy);
}
