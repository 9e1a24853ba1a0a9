import type { Compiled } from '../../compiled/compiled.ts';
import type { Digest } from '../../compiled/digest.ts';
import type { EnvoyResources } from '../../export/envoy/envoy-resources.ts';
import type { Refusal } from '../../export/envoy/refusal.ts';
import type { Clock } from '../../runtime/ports/clock.ts';
import type { GatewayEvent } from '../gateway-event.ts';
import type { Subscription } from './discovery-types.ts';
import { EnvoyNode, type RefusedVersion } from './envoy-node.ts';
import { type Content, Publication } from './publication.ts';
import { parseVersion, renderVersion, type ResourceVersion } from './version-info.ts';

/** Writes a table for Envoy, or says what Envoy cannot honour. */
export type ExportTable = (compiled: Compiled) => {
  readonly resources: EnvoyResources;
  readonly refusals: readonly Refusal[];
};

export interface ControlPlaneOptions {
  readonly exportTable: ExportTable;
  readonly clock: Clock;
  readonly report: (event: GatewayEvent) => void;
  /** The table that was published last before a restart, and since when; publishing it again does not make it newer. */
  readonly published?: ResourceVersion | undefined;
  readonly keepPublished?: (published: ResourceVersion) => void;
}

/** The answer to a poll of an Envoy; `delivered` is called once the content is on its way. */
export type PollAnswer =
  | { readonly kind: 'not-ready' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly content: Content; readonly delivered: () => void };

/** How an Envoy is doing, for operators. */
export interface NodeState {
  readonly name: string;
  /** The table that it has accepted; undefined if it is in between two, or has one that is not known here. */
  readonly accepted: Digest | undefined;
  readonly polledAt: number;
  readonly refused: readonly RefusedVersion[];
}

/** After this long without a poll an Envoy is no longer shown, in milliseconds. */
const nodeLifetimeMs = 10 * 60_000;

/** A version that an Envoy refuses is sent again after this long, since the reason may be a file on its machine; in milliseconds. */
const retryMs = 10_000;

/** How long clusters that a table no longer has are still sent, so that no route leads to a removed one; in milliseconds. */
const lingerMs = 20_000;

/** How many publications an Envoy may be behind to be shown with the table that it has. */
const maxHistory = 50;

/** How many declarations that Envoy cannot honour are reported at once. */
const maxReported = 20;

/** How far apart the clocks of control planes may be, in milliseconds. */
const maxSkewMs = 60_000;

/** Publishes tables to Envoys that poll for them, and knows which of them have accepted which. */
export class ControlPlane implements Disposable {
  readonly #options: ControlPlaneOptions;
  readonly #nodes = new Map<string, EnvoyNode>();
  /** The newest first. */
  #history: readonly Publication[] = [];
  #failure: Refusal | undefined;
  #newestSeen = 0;
  #lingering: NodeJS.Timeout | undefined;

  constructor(options: ControlPlaneOptions) {
    this.#options = options;
    this.#newestSeen = options.published?.since ?? 0;
  }

  /** The table that is published; undefined before the first one. */
  get published(): Digest | undefined {
    return this.#history[0]?.table;
  }

  /** Why the served table is not published; undefined if it is. */
  get failure(): Refusal | undefined {
    return this.#failure;
  }

  /** Publishes a table; one that Envoy cannot honour is reported, and the one before stays published. */
  publish(compiled: Compiled): void {
    const { exportTable, report } = this.#options;
    const { digest } = compiled;
    const { resources, refusals } = exportTable(compiled);
    this.#failure = refusals[0];
    if (refusals.length > 0) {
      const shown = refusals.slice(0, maxReported);
      return report({ type: 'not-published', digest, refusals: shown, count: refusals.length });
    }
    this.#enter(digest, this.#keepClusters(resources));
    report({ type: 'published', digest });
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => this.#enter(digest, resources), lingerMs).unref();
  }

  /** Answers a poll of an Envoy that has the version in `versionInfo`, empty if it has none. */
  poll(name: string, subscription: Subscription, versionInfo: string): PollAnswer {
    const now = this.#options.clock();
    const [publication] = this.#history;
    const node = this.#nodeNamed(name, now);
    const accepted = this.#noteSeen(parseVersion(versionInfo), now);
    node.notePoll(subscription, accepted, now);
    if (!publication) return { kind: 'not-ready' };
    const content = publication.contentFor(subscription);
    if (accepted?.digest === content.version.digest) {
      if (node.noteAcceptance(subscription) && node.refused.length === 0)
        this.#options.report({ type: 'envoy-recovered', node: name });
      return { kind: 'unchanged' };
    }
    if (accepted && this.#isAhead(accepted, subscription)) return { kind: 'unchanged' };
    // Routes lead to clusters, which an Envoy that starts loads first by itself.
    const isHeld = subscription.service === 'routes' && !node.hasAccepted(publication, 'clusters');
    if (accepted && isHeld) return { kind: 'unchanged' };
    const isRefused = this.#isRefused(node, subscription, content.version, now);
    // One that has nothing cannot serve without it.
    if (accepted && isRefused) return { kind: 'unchanged' };
    const delivered = () => node.noteDelivery(subscription, content.version, this.#options.clock());
    return { kind: 'changed', content, delivered };
  }

  /** The Envoys that have polled lately, by name. */
  nodes(): readonly NodeState[] {
    this.#forgetOldNodes(this.#options.clock());
    return [...this.#nodes.values()]
      .map((node) => ({
        name: node.name,
        accepted: this.#history.find((publication) => node.hasAccepted(publication))?.table,
        polledAt: node.polledAt,
        refused: node.refused,
      }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#lingering);
  }

  #nodeNamed(name: string, now: number): EnvoyNode {
    const known = this.#nodes.get(name);
    if (known) return known;
    this.#forgetOldNodes(now);
    const node = new EnvoyNode(name);
    this.#nodes.set(name, node);
    return node;
  }

  #forgetOldNodes(now: number): void {
    for (const [name, { polledAt }] of this.#nodes)
      if (now - polledAt > nodeLifetimeMs) this.#nodes.delete(name);
  }

  #enter(table: Digest, resources: EnvoyResources): void {
    const { clock, published, keepPublished } = this.#options;
    const isRestarted = this.#history.length === 0 && published?.digest === table;
    const since = isRestarted ? published.since : Math.max(clock(), this.#newestSeen + 1);
    this.#newestSeen = Math.max(since, this.#newestSeen);
    this.#history[0]?.retire([...this.#nodes.values()].flatMap((node) => node.subscriptions));
    this.#history = [new Publication(table, resources, since), ...this.#history.slice(0, maxHistory - 1)];
    keepPublished?.({ digest: table, since });
  }

  /** With the clusters that routes of Envoys that have not polled yet still lead to. */
  #keepClusters(resources: EnvoyResources): EnvoyResources {
    const names = new Set(resources.clusters.map(({ name }) => name));
    const removed = (this.#history[0]?.resources?.clusters ?? []).filter(({ name }) => !names.has(name));
    return { ...resources, clusters: [...resources.clusters, ...removed] };
  }

  /**
   * Whether another control plane has published a later version than this one, which must not be undone. A version that
   * this one has published at about that time is an earlier one, whatever the clock of the other says.
   */
  #isAhead({ digest, since }: ResourceVersion, subscription: Subscription): boolean {
    const isOurs = this.#history.some(
      (publication) =>
        publication.digestFor(subscription) === digest && since - publication.since < maxSkewMs,
    );
    return !isOurs && since > (this.#history[0]?.since ?? 0);
  }

  /** A date that no clock can show yet is not believed. */
  #noteSeen(version: ResourceVersion | undefined, now: number): ResourceVersion | undefined {
    if (version && version.since > now + maxSkewMs) return { ...version, since: 0 };
    this.#newestSeen = Math.max(this.#newestSeen, version?.since ?? 0);
    return version;
  }

  #isRefused(node: EnvoyNode, subscription: Subscription, version: ResourceVersion, now: number): boolean {
    const deliveredAt = node.refusedDelivery(subscription, version);
    if (deliveredAt === undefined) return false;
    const { service: resources } = subscription;
    if (node.noteRefusal(subscription, version, now))
      this.#options.report({
        type: 'envoy-refused',
        node: node.name,
        resources,
        version: renderVersion(version),
      });
    return now - deliveredAt < retryMs;
  }
}
