import type { Compiled } from '#compiled/compiled.ts';
import type { Digest } from '#compiled/digest.ts';
import type { EnvoyResource, EnvoyResources } from '#export/envoy/envoy-resources.ts';
import type { Refusal } from '#export/envoy/refusal.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { GatewayEvent } from '../served/gateway-event.ts';
import type { Subscription } from './protocol/discovery-types.ts';
import { describeNode, type NodeState } from './describe-node.ts';
import { KnownNodes } from './nodes/known-nodes.ts';
import { type PollAnswer, PollAnswers } from './poll-answers.ts';
import { nodeLifetimeMs, noteInUseEveryMs } from '../served/control-plane-settings.ts';
import { EarlierTableReader, type ReadEarlier } from './earlier-table-reader.ts';
import { AcceptedTables } from './publications/accepted-tables.ts';
import type { SavedText } from '../services/saved-text.ts';
import { PublicationDates } from './publications/publication-dates.ts';
import { Publications } from './publications.ts';
import type { PublishedTable } from './publications/published-table.ts';
import type { RestrictedExport } from './publications/restricted-programs.ts';
import type { PublishedVersion } from './protocol/version-info.ts';

/** Converts tables to Envoy resources. */
export interface EnvoyExports extends RestrictedExport {
  /** Returns the resources of a table with the given public keys, and the declarations that Envoy cannot honour. */
  readonly exportTable: (
    compiled: Compiled,
    keySet: string,
  ) => {
    readonly resources: EnvoyResources;
    readonly refusals: readonly Refusal[];
  };
  /** Returns only the filter that contains the keys, which takes no longer for a large table. */
  readonly exportKeys: (compiled: Compiled, keySet: string) => EnvoyResource;
}

export interface ControlPlaneOptions extends EnvoyExports {
  readonly clock: Clock;
  readonly report: (event: GatewayEvent) => void;
  /** The last table that was published before a restart, with its time. Publishing it again does not make it newer. */
  readonly published?: PublishedVersion | undefined;
  readonly keepPublished?: (published: PublishedVersion) => void;
  /** Which tables Envoys have accepted, saved across restarts. */
  readonly accepted?: SavedText;
  readonly readEarlier?: ReadEarlier;
  /** Called regularly with the tables that Envoys may have. */
  readonly noteInUse?: (tables: ReadonlySet<Digest>) => void;
}

/** How many declarations that Envoy cannot honour are reported per table. */
const maxReported = 20;

/** Publishes tables to Envoys that poll for them, and tracks which Envoy has accepted which table. */
export class ControlPlane implements Disposable {
  readonly #options: ControlPlaneOptions;
  readonly #nodes = new KnownNodes();
  #failure: Refusal | undefined;
  readonly #dates: PublicationDates;
  readonly #publications: Publications;
  readonly #polls: PollAnswers;
  readonly #accepted: AcceptedTables;
  readonly #noting: NodeJS.Timeout;
  #keySet = '';

  constructor(options: ControlPlaneOptions) {
    this.#options = options;
    this.#dates = new PublicationDates(options.clock, options.published);
    const accepted = new AcceptedTables(options.accepted?.saved, options.accepted?.keep);
    this.#accepted = accepted;
    const exports = { ...options, exportEarlier: (table: Compiled) => this.#exportEarlier(table) };
    const publications = new Publications(this.#nodes.all, options.clock, { exports, accepted });
    this.#publications = publications;
    const earlierTables = new EarlierTableReader({
      missingTableOf: (node) => publications.programs.missingTableOf(node),
      readEarlier: options.readEarlier,
      note: (compiled) => this.#noteEarlier(compiled),
      noteUnusable: (table) => publications.noteUnusable(table),
      report: options.report,
    });
    const { clock, report } = options;
    const known = { nodes: this.#nodes, dates: this.#dates, publications, earlierTables, accepted };
    this.#polls = new PollAnswers({ ...known, clock, report });
    // Before this time, some Envoys that polled before the restart may not have polled again.
    const forgetsFrom = clock() + nodeLifetimeMs;
    this.#noting = setInterval(() => this.#noteInUse(forgetsFrom), noteInUseEveryMs).unref();
  }

  #noteInUse(forgetsFrom: number): void {
    const now = this.#options.clock();
    this.#nodes.forget(now - nodeLifetimeMs);
    if (now >= forgetsFrom) this.#accepted.keepOnly(this.#nodes.all);
    this.#options.noteInUse?.(this.#publications.tablesToKeep);
  }

  /** The published table; undefined before the first one. */
  get published(): Digest | undefined {
    return this.#publications.newest?.compiled.digest;
  }

  /** The tables that Envoys may have. */
  get tablesInUse(): ReadonlySet<Digest> {
    return this.#publications.tablesInUse;
  }

  /** Why the served table is not published; undefined if it is. */
  get failure(): Refusal | undefined {
    return this.#failure;
  }

  /** Records the table that was published before a restart, since Envoys may still have it. */
  remember(compiled: Compiled, keySet: string): void {
    const { exportTable, published } = this.#options;
    const { resources, refusals } = exportTable(compiled, keySet);
    if (refusals.length > 0) return;
    const since = published?.digest === compiled.digest ? published.since : 0;
    this.#publications.remember({ compiled, resources, since });
  }

  /** Records an earlier table that an Envoy has or needs to start. Returns whether Envoy can still honour it. */
  #noteEarlier(compiled: Compiled): boolean {
    const resources = this.#exportEarlier(compiled);
    if (resources) this.#publications.noteEarlier({ compiled, resources, since: 0 });
    return resources !== undefined;
  }

  #exportEarlier(compiled: Compiled): EnvoyResources | undefined {
    const { resources, refusals } = this.#options.exportTable(compiled, this.#keySet);
    return refusals.length === 0 ? resources : undefined;
  }

  /**
   * Publishes a table. If Envoy cannot honour it, that is reported, and the previous table stays published with the new
   * signing keys.
   *
   * `committedAt` is the time of the commit that the table was read from; it orders the tables of all control planes of
   * a branch. `keySet` is a JWK Set, or a text that names the one that Envoys fetch; it may change without the table.
   * `hasOldSettings` means that the table is served with other settings than it declares; tables of a restarted control
   * plane, which have the declared settings, then take precedence.
   */
  publish(compiled: Compiled, committedAt: number | undefined, keySet: string, hasOldSettings = false): void {
    this.#keySet = keySet;
    const dated = hasOldSettings && committedAt !== undefined ? committedAt - 1 : committedAt;
    const { exportTable, exportKeys } = this.#options;
    const { newest } = this.#publications;
    const keys = this.#dates.dateKeys(newest, keySet);
    const hasKeys = newest?.keys.digest === keys.digest;
    const isPublished = newest?.compiled.digest === compiled.digest && !this.#failure;
    if (isPublished && hasKeys) return this.#renew(newest, dated, hasOldSettings);
    const withKeys = () =>
      newest && { ...newest, resources: replaceFilter(newest.resources, exportKeys(compiled, keySet)), keys };
    const known = isPublished ? withKeys() : undefined;
    const { resources, refusals } = known ? { ...known, refusals: [] } : exportTable(compiled, keySet);
    this.#failure = refusals[0];
    if (refusals.length === 0) return this.#enter({ compiled, resources, keys }, dated, hasOldSettings);
    const earlier = hasKeys ? undefined : withKeys();
    if (earlier) this.#note(earlier);
    this.#reportRefusals(compiled.digest, refusals);
  }

  #reportRefusals(digest: Digest, refusals: readonly Refusal[]): void {
    const shown = refusals.slice(0, maxReported);
    this.#options.report({ type: 'not-published', digest, refusals: shown, count: refusals.length });
  }

  #enter(
    published: Pick<PublishedTable, 'compiled' | 'resources' | 'keys'>,
    committedAt: number | undefined,
    hasOldSettings: boolean,
  ): void {
    const { digest } = published.compiled;
    const { newest } = this.#publications;
    const since = this.#dates.dateTable(newest, digest, committedAt);
    const listenerSince = (hasOldSettings ? newest?.listenerSince : undefined) ?? since;
    this.#note({ ...published, since, listenerSince, isDated: committedAt !== undefined });
    const { keys } = published;
    this.#options.keepPublished?.({ digest, since, ...(committedAt !== undefined && { committedAt }), keys });
    this.#options.report({ type: 'published', digest });
  }

  /** Dates the published table by a later commit that has the same table. */
  #renew(published: PublishedTable, committedAt: number | undefined, hasOldSettings: boolean): void {
    const since = this.#dates.renew(published, committedAt);
    if (committedAt === undefined || since === published.since) return;
    this.#note({ ...published, since, ...(!hasOldSettings && { listenerSince: since }) });
    const { compiled, keys } = published;
    this.#options.keepPublished?.({ digest: compiled.digest, since, committedAt, keys });
  }

  #note(published: PublishedTable): void {
    this.#dates.noteSeen(published.since);
    this.#dates.noteSeen(published.keys.since);
    this.#publications.publish(published);
  }

  /** Answers a poll. `versionInfo` is the version that the Envoy has; empty if it has none. */
  poll(name: string, subscription: Subscription, versionInfo: string): PollAnswer {
    return this.#polls.answer(name, subscription, versionInfo);
  }

  /** The Envoys that have polled recently, sorted by name. */
  nodes(): readonly NodeState[] {
    this.#nodes.forget(this.#options.clock() - nodeLifetimeMs);
    return [...this.#nodes.all.values()]
      .map((node) => describeNode(node, this.#publications))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#noting);
    this.#publications[Symbol.dispose]();
  }
}

/** Replaces the filter of the same name in the resources. */
function replaceFilter(resources: EnvoyResources, filter: EnvoyResource): EnvoyResources {
  const extensionConfigs = resources.extensionConfigs.map((old) => (old.name === filter.name ? filter : old));
  return { ...resources, extensionConfigs };
}
