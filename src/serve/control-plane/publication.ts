import { digestOf, type Digest } from '../../compiled/digest.ts';
import type { EnvoyResources } from '../../export/envoy/envoy-resources.ts';
import { discoveryTypes, type Subscription, subscriptionKey } from './discovery-types.ts';
import { renderVersion, type ResourceVersion } from './version-info.ts';

/** What one subscription gets of a publication. */
export interface Content {
  readonly version: ResourceVersion;
  /** A DiscoveryResponse in JSON. */
  readonly body: string;
}

/** The resources of one table for all Envoys; each subscription has a version of its own, made when it is asked for. */
export class Publication {
  readonly table: Digest;
  /** In milliseconds since 1970-01-01T00:00:00Z. */
  readonly since: number;
  readonly #digests = new Map<string, Digest>();
  readonly #contents = new Map<string, Content>();
  #resources: EnvoyResources | undefined;

  constructor(table: Digest, resources: EnvoyResources, since: number) {
    this.table = table;
    this.#resources = resources;
    this.since = since;
  }

  /** Undefined once another one has replaced it. */
  get resources(): EnvoyResources | undefined {
    return this.#resources;
  }

  /** Throws if another one has replaced it. */
  contentFor(subscription: Subscription): Content {
    const key = subscriptionKey(subscription);
    const content = this.#contents.get(key) ?? this.#render(subscription);
    this.#contents.set(key, content);
    this.#digests.set(key, content.version.digest);
    return content;
  }

  /** What a subscription got of it; undefined if nobody asked. */
  digestFor(subscription: Subscription): Digest | undefined {
    return this.#digests.get(subscriptionKey(subscription));
  }

  /** Keeps only the versions of it, also for subscriptions that have not asked for it. */
  retire(subscriptions: readonly Subscription[]): void {
    for (const subscription of subscriptions)
      if (!this.digestFor(subscription)) this.contentFor(subscription);
    this.#resources = undefined;
    this.#contents.clear();
  }

  #render({ service, names }: Subscription): Content {
    const { field, typeUrl } = discoveryTypes[service];
    if (!this.#resources) throw new Error('resources were asked of a publication that was replaced');
    const wanted = new Set(names);
    const all = this.#resources[field];
    const resources = JSON.stringify(wanted.size === 0 ? all : all.filter(({ name }) => wanted.has(name)));
    const version = { digest: digestOf(resources), since: this.since };
    const head = JSON.stringify({ version_info: renderVersion(version), type_url: typeUrl });
    // An export gives the same table the same bytes, so that all control planes give it the same version.
    return { version, body: `${head.slice(0, -1)},"resources":${resources}}` };
  }
}
