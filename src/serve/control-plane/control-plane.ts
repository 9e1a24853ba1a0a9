import type { Compiled } from '../../compiled/compiled.ts';
import type { Digest } from '../../compiled/digest.ts';
import type { EnvoyResources } from '../../export/envoy/envoy-resources.ts';
import { keepReferenced } from '../../export/envoy/keep-referenced.ts';
import type { Refusal } from '../../export/envoy/refusal.ts';
import type { Clock } from '../../runtime/ports/clock.ts';
import type { GatewayEvent } from '../gateway-event.ts';
import { isProgram, programSubscription, type Subscription } from './discovery-types.ts';
import { EnvoyNode, type RefusedVersion } from './envoy-node.ts';
import { type Content, Publication } from './publication.ts';
import { TableHistory } from './table-history.ts';
import { parseVersion, type PublishedVersion, renderVersion, type ResourceVersion } from './version-info.ts';

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
  readonly published?: PublishedVersion | undefined;
  readonly keepPublished?: (published: PublishedVersion) => void;
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

/** A table as it was exported, without what earlier ones refer to. */
interface PublishedTable {
  readonly table: Digest;
  readonly resources: EnvoyResources;
  readonly since: number;
  /** Whether that is the time of a commit, which all control planes agree on. */
  readonly isDated: boolean;
}

/** After this long without a poll an Envoy is no longer shown, in milliseconds. */
const nodeLifetimeMs = 10 * 60_000;

/** A version that an Envoy refuses is sent again after this long, since the reason may be a file on its machine; in milliseconds. */
const retryMs = 10_000;

/** What only earlier tables refer to is removed after this long, if no Envoy has one of them any more; in milliseconds. */
const lingerMs = 20_000;

/** For how long a replaced table is taken to be in use by Envoys that have not polled since, in milliseconds. */
const unseenMs = 10_000;

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
  readonly #tables = new TableHistory();
  /** Undefined before the first table. */
  #newest: PublishedTable | undefined;
  #newestSeen = 0;
  #lingering: NodeJS.Timeout | undefined;

  constructor(options: ControlPlaneOptions) {
    this.#options = options;
    this.#newestSeen = options.published?.since ?? 0;
  }

  /** The table that is published; undefined before the first one. */
  get published(): Digest | undefined {
    return this.#newest?.table;
  }

  /** Why the served table is not published; undefined if it is. */
  get failure(): Refusal | undefined {
    return this.#failure;
  }

  /** Notes the table that was published before a restart, which Envoys may still have. */
  remember(compiled: Compiled): void {
    const { exportTable, published } = this.#options;
    const { resources, refusals } = exportTable(compiled);
    if (refusals.length > 0) return;
    const { digest } = compiled;
    const since = published?.digest === digest ? published.since : 0;
    this.#tables.add(digest, resources, new Set(), this.#options.clock());
    this.#enter({ table: digest, resources, since });
  }

  /**
   * Publishes a table; one that Envoy cannot honour is reported, and the one before stays published. `committedAt` is
   * the time of the commit that it was read from, which orders tables of all control planes of a branch.
   */
  publish(compiled: Compiled, committedAt?: number): void {
    const { exportTable, report, clock, keepPublished } = this.#options;
    const { digest } = compiled;
    if (this.#newest?.table === digest && !this.#failure) return this.#renew(this.#newest, committedAt);
    const { resources, refusals } = exportTable(compiled);
    this.#failure = refusals[0];
    if (refusals.length > 0) {
      const shown = refusals.slice(0, maxReported);
      return report({ type: 'not-published', digest, refusals: shown, count: refusals.length });
    }
    const since = this.#dateOf(digest, committedAt);
    this.#newest = { table: digest, resources, since, isDated: committedAt !== undefined };
    this.#tables.add(digest, resources, this.#tablesInUse(), clock());
    this.#enter(this.#newest);
    keepPublished?.({ digest, since, ...(committedAt !== undefined && { committedAt }) });
    report({ type: 'published', digest });
    this.#removeLater();
  }

  /** Dates the published table by a later commit, which has the same. */
  #renew(published: PublishedTable, committedAt: number | undefined): void {
    if (committedAt === undefined) return;
    const since = Math.max(Math.min(committedAt, this.#options.clock()), published.since);
    if (since === published.since) return;
    this.#newest = { ...published, since };
    this.#enter(this.#newest);
    this.#options.keepPublished?.({ digest: published.table, since, committedAt });
  }

  /** Answers a poll of an Envoy that has the version in `versionInfo`, empty if it has none. */
  poll(name: string, subscription: Subscription, versionInfo: string): PollAnswer {
    const now = this.#options.clock();
    const accepted = this.#noteSeen(parseVersion(versionInfo), now);
    const node = this.#nodeNamed(name, accepted === undefined, now);
    node.notePoll(subscription, accepted, now);
    if (!this.#newest) return { kind: 'not-ready' };
    // What it needs depends on its program.
    if (accepted && !node.isKnown(now)) return { kind: 'unchanged' };
    if (accepted && this.#isAhead(node)) return { kind: 'unchanged' };
    this.#keepFor(node);
    const publication = this.#publicationFor(node, subscription, accepted);
    if (!publication) return { kind: 'unchanged' };
    const content = publication.contentFor(subscription);
    if (!content || accepted?.digest === content.version.digest) {
      if (node.noteAcceptance(subscription) && node.refused.length === 0)
        this.#options.report({ type: 'envoy-recovered', node: name });
      return { kind: 'unchanged' };
    }
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
        accepted: this.#history.find((publication) => node.hasAccepted(publication, this.#history))?.table,
        polledAt: node.polledAt,
        refused: node.refused,
      }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#lingering);
  }

  #nodeNamed(name: string, hasStarted: boolean, now: number): EnvoyNode {
    const known = this.#nodes.get(name);
    if (known) return known;
    this.#forgetOldNodes(now);
    const node = new EnvoyNode(name, hasStarted, now);
    this.#nodes.set(name, node);
    return node;
  }

  #forgetOldNodes(now: number): void {
    for (const [name, { polledAt }] of this.#nodes)
      if (now - polledAt > nodeLifetimeMs) this.#nodes.delete(name);
  }

  /** The newest publication that a node can take; undefined if it has to wait for one. */
  #publicationFor(
    node: EnvoyNode,
    subscription: Subscription,
    accepted: ResourceVersion | undefined,
  ): Publication | undefined {
    const [newest] = this.#history;
    if (!isProgram(subscription)) return newest;
    const ready = this.#history.find(
      (publication) =>
        publication.digestFor(subscription) === accepted?.digest ||
        (publication.contentFor(subscription) && node.isReadyFor(publication, this.#history)),
    );
    return accepted ? ready : (ready ?? newest);
  }

  #enter({ table, resources, since }: Omit<PublishedTable, 'isDated'>): void {
    const now = this.#options.clock();
    this.#newestSeen = Math.max(since, this.#newestSeen);
    const inUse = this.#tablesInUse();
    const earlier = this.#tables.earlier(inUse, now - unseenMs);
    const publication = new Publication({
      table,
      since,
      resources: keepReferenced(
        resources,
        earlier.map(({ referenced }) => referenced),
      ),
      serves: new Set([table, ...earlier.map(({ digest }) => digest)]),
      secrets: new Set(resources.secrets.map(({ name }) => name)),
    });
    const subscriptions = [...this.#nodes.values()].flatMap((node) => node.subscriptions);
    for (const replaced of this.#history) replaced.retire(subscriptions, now);
    const kept = this.#history.filter(({ table: old }, index) => index < maxHistory || inUse.has(old));
    this.#history = [publication, ...kept];
  }

  /** Removes what only earlier tables refer to, once no Envoy has one of them. */
  #removeLater(): void {
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => this.#remove(), lingerMs).unref();
  }

  #remove(): void {
    const [publication] = this.#history;
    if (!this.#newest || !publication) return;
    const needed = this.#tablesInUse().add(publication.table);
    if ([...publication.serves].some((table) => !needed.has(table))) this.#enter(this.#newest);
    if (needed.size > 1) this.#removeLater();
  }

  /** Adds what the program of a node refers to, if it is of a table of before that nobody else had. */
  #keepFor(node: EnvoyNode): void {
    const [publication] = this.#history;
    const lacks = this.#tablesOf(node).some((table) => publication?.serves.has(table) === false);
    if (!lacks || !this.#newest) return;
    this.#enter(this.#newest);
    this.#removeLater();
  }

  #tablesInUse(): Set<Digest> {
    return new Set([...this.#nodes.values()].flatMap((node) => this.#tablesOf(node)));
  }

  /** The tables whose programs a node may have. */
  #tablesOf({ programs }: EnvoyNode): readonly Digest[] {
    return programs.flatMap(
      (program) =>
        this.#history.find((publication) => publication.digestFor(programSubscription) === program)?.table ??
        [],
    );
  }

  /** When a table counts as published, later than the one before. */
  #dateOf(digest: Digest, committedAt: number | undefined): number {
    const { clock, published } = this.#options;
    if (this.#newest?.table === digest) return this.#newest.since;
    const isRestart =
      published && (published.digest === digest || isSame(published.committedAt, committedAt));
    if (!this.#newest && isRestart) return published.since;
    if (committedAt === undefined) return Math.max(clock(), this.#newestSeen + 1);
    return Math.max(Math.min(committedAt, clock()), (this.#newest?.since ?? 0) + 1);
  }

  /**
   * Whether a node has something of a later table than the one that is published here, which must not be undone. Without
   * the time of a commit, a version that this control plane has published at about that time is an earlier one, whatever
   * the clock of another one says.
   */
  #isAhead({ versions }: EnvoyNode): boolean {
    const { since: newest = 0, isDated = false } = this.#newest ?? {};
    const skew = isDated ? 1 : maxSkewMs;
    return versions.some(
      ([subscription, { digest, since }]) =>
        since > newest &&
        !this.#history.some(
          (publication) => publication.digestFor(subscription) === digest && since - publication.since < skew,
        ),
    );
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

function isSame(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && one === other;
}
