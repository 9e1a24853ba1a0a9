import { digestOf, type Digest } from '#compiled/digest.ts';
import type { EnvoyResource, EnvoyResources } from '#export/envoy/envoy-resources.ts';
import { reword } from '#export/envoy/reword.ts';
import {
  type DiscoveryService,
  discoveryTypes,
  isKeys,
  isListener,
  isProgram,
  programSubscription,
  type Subscription,
  subscriptionKey,
} from '../protocol/discovery-types.ts';
import { subscriptionLifetimeMs } from '../protocol/poll-times.ts';
import { renderVersion, type ResourceVersion, type Restriction } from '../protocol/version-info.ts';

/** The content of a publication for one subscription. */
export interface Content {
  readonly version: ResourceVersion;
  /** A DiscoveryResponse as JSON. */
  readonly body: string;
}

/** The field of a DiscoveryResponse that is read again. */
interface Discovered {
  readonly resources: readonly EnvoyResource[];
}

/** The data of one publication. */
interface Published {
  readonly table: Digest;
  /** When the table was published, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  /** When its keys were published, and which keys they replaced; `since` applies if absent. */
  readonly keys?: Pick<ResourceVersion, 'since' | 'replaced'> | undefined;
  /** When its listener was last published as declared; `since` applies if absent. */
  readonly listenerSince?: number | undefined;
  readonly resources: EnvoyResources;
  /** The tables whose programs find all resources that they refer to here, including the published table. */
  readonly serves: ReadonlySet<Digest>;
  /** The names of the secrets of the table. */
  readonly secrets: ReadonlySet<string>;
  /** Present for a restricted table, of which only the program is published. */
  readonly restriction?: Restriction;
}

/** The subscriptions of an Envoy with these resources, except its program and secrets. */
function listNeeds({
  listeners,
  clusters,
  routes,
  extensionConfigs,
}: EnvoyResources): readonly Subscription[] {
  const all = [
    ...(listeners.length > 0 ? [{ service: 'listeners', names: [] } as const] : []),
    ...(clusters.length > 0 ? [{ service: 'clusters', names: [] } as const] : []),
    ...routes.map(({ name }) => ({ service: 'routes', names: [name] }) as const),
    ...extensionConfigs.map(({ name }) => ({ service: 'extension_configs', names: [name] }) as const),
  ];
  return all.filter((subscription) => !isProgram(subscription));
}

function nameResources(resources: EnvoyResources): Readonly<Record<DiscoveryService, ReadonlySet<string>>> {
  const namesOf = (list: readonly EnvoyResource[]) => new Set(list.map(({ name }) => name));
  return {
    listeners: namesOf(resources.listeners),
    routes: namesOf(resources.routes),
    clusters: namesOf(resources.clusters),
    extension_configs: namesOf(resources.extensionConfigs),
    secrets: namesOf(resources.secrets),
  };
}

const programKey = subscriptionKey(programSubscription);

/**
 * The resources of one table for all Envoys. Each subscription has its own version, built when it is first requested.
 */
export class Publication {
  readonly table: Digest;
  readonly serves: ReadonlySet<Digest>;
  readonly secrets: ReadonlySet<string>;
  readonly restriction: Restriction | undefined;
  /** The subscriptions of an Envoy that has the program, except secrets. */
  readonly needs: readonly Subscription[];
  readonly #since: number;
  readonly #keys: Pick<ResourceVersion, 'since' | 'replaced'>;
  readonly #listenerSince: number;
  readonly #names: Readonly<Record<DiscoveryService, ReadonlySet<string>>>;
  readonly #digests = new Map<string, Digest>();
  readonly #contents = new Map<string, Content>();
  /** Undefined once another publication has replaced this one. */
  #resources: EnvoyResources | undefined;
  #replacedAt: number | undefined;

  constructor({ table, since, keys, listenerSince, resources, serves, secrets, restriction }: Published) {
    this.table = table;
    this.#since = since;
    this.#keys = keys ?? { since };
    this.#listenerSince = listenerSince ?? since;
    this.#resources = resources;
    this.serves = serves;
    this.secrets = secrets;
    this.restriction = restriction;
    this.needs = listNeeds(resources);
    this.#names = nameResources(resources);
  }

  /** The publication date for a subscription, in milliseconds since 1970-01-01T00:00:00Z. */
  sinceFor(subscription: Subscription): number {
    if (isListener(subscription)) return this.#listenerSince;
    return isKeys(subscription) ? this.#keys.since : this.#since;
  }

  /** Whether there are resources for a subscription. An Envoy can poll for any name. */
  has({ service, names }: Subscription): boolean {
    return names.length === 0 || names.some((name) => this.#names[service].has(name));
  }

  /**
   * The content for a subscription. Undefined once another publication has replaced this one, except that its program
   * stays available for a while.
   */
  contentFor(subscription: Subscription): Content | undefined {
    const isCacheable = this.has(subscription);
    return this.#keep(subscriptionKey(subscription), isCacheable, () => this.#render(subscription));
  }

  /** The same version with its text varied by `reword`, which leaves some resources as they are. */
  rewordedFor(subscription: Subscription, variant: number): Content | undefined {
    const usual = this.contentFor(subscription);
    const key = `${variant} ${subscriptionKey(subscription)}`;
    const known = this.#contents.get(key);
    if (known || !usual) return known;
    const { version, body } = usual;
    const resources = this.#resources
      ? this.#choose(subscription)
      : (JSON.parse(body) as Discovered).resources;
    const reworded = resources.map((each) => reword(each, variant)).join(',');
    const content = { version, body: bodyOf(subscription, version, `[${reworded}]`) };
    this.#contents.set(key, content);
    return content;
  }

  #keep(key: string, isCacheable: boolean, render: () => Content | undefined): Content | undefined {
    const content = this.#contents.get(key) ?? render();
    if (!content || !isCacheable) return content;
    this.#contents.set(key, content);
    this.#digests.set(key, content.version.digest);
    return content;
  }

  /**
   * The version for a subscription, including after this publication was replaced; undefined if nobody requested it
   * before.
   */
  versionFor(subscription: Subscription): Digest | undefined {
    return this.contentFor(subscription)?.version.digest ?? this.digestFor(subscription);
  }

  /** The version that was built for a subscription; undefined if nobody requested it. */
  digestFor(subscription: Subscription): Digest | undefined {
    return this.#digests.get(subscriptionKey(subscription));
  }

  /** Whether a program belongs to this table, restricted or not. */
  hasProgram({ digest, restriction }: Pick<ResourceVersion, 'digest' | 'restriction'>): boolean {
    if (restriction) return restriction.table === this.table;
    return digest === this.#digests.get(programKey);
  }

  /**
   * Discards the content after the versions of the given subscriptions are computed. The program stays available for a
   * while.
   */
  retire(subscriptions: readonly Subscription[], now: number): void {
    for (const subscription of [programSubscription, ...this.needs, ...subscriptions])
      if (!this.digestFor(subscription)) this.contentFor(subscription);
    this.#replacedAt ??= now;
    this.#resources = undefined;
    for (const key of this.#contents.keys())
      if (key !== programKey || !this.isRecent(now)) this.#contents.delete(key);
  }

  /** Whether Envoys may still be sent the program. */
  isRecent(now: number): boolean {
    return this.#replacedAt === undefined || now - this.#replacedAt < subscriptionLifetimeMs;
  }

  #render(subscription: Subscription): Content | undefined {
    if (!this.#resources) return undefined;
    const resources = JSON.stringify(this.#choose(subscription));
    const { restriction } = this;
    const since = this.sinceFor(subscription);
    const { replaced } = isKeys(subscription) ? this.#keys : {};
    const version = {
      digest: digestOf(resources),
      since,
      ...(isProgram(subscription) && (restriction ? { restriction } : { table: this.table })),
      ...(replaced && { replaced }),
    };
    return { version, body: bodyOf(subscription, version, resources) };
  }

  #choose({ service, names }: Subscription): readonly EnvoyResource[] {
    const wanted = new Set(names);
    const all = this.#resources?.[discoveryTypes[service].field] ?? [];
    return wanted.size === 0 ? all : all.filter(({ name }) => wanted.has(name));
  }
}

/**
 * Renders a DiscoveryResponse. An export of the same table always has the same bytes, so that all control planes give
 * it the same version.
 */
function bodyOf({ service }: Subscription, version: ResourceVersion, resources: string): string {
  const { typeUrl } = discoveryTypes[service];
  const head = JSON.stringify({ version_info: renderVersion(version), type_url: typeUrl });
  return `${head.slice(0, -1)},"resources":${resources}}`;
}
