import type { Digest } from '#compiled/digest.ts';
import { keepReferenced } from '#export/envoy/keep-referenced.ts';
import type { Clock } from '#runtime/ports/clock.ts';
import type { Subscription } from './protocol/discovery-types.ts';
import type { EnvoyNode } from './nodes/envoy-node.ts';
import { NodePrograms } from './nodes/node-programs.ts';
import { lingerMs, subscriptionLifetimeMs } from './protocol/poll-times.ts';
import { nodeLifetimeMs } from '../served/control-plane-settings.ts';
import { Publication } from './publications/publication.ts';
import type { FallbackHistory, PublishedTable, RememberedTable } from './publications/published-table.ts';
import type { AcceptedTables } from './publications/accepted-tables.ts';
import { type EarlierExport, Fallbacks } from './publications/fallbacks.ts';
import { type RestrictedExport, RestrictedPrograms } from './publications/restricted-programs.ts';
import { TableHistory } from './publications/table-history.ts';
import { tableOf } from './protocol/version-info.ts';

/**
 * How many earlier publications are remembered even if no Envoy has them, so that an Envoy on one of them is shown with
 * its table.
 */
const maxHistory = 50;

/** Exports tables for publications, and records which tables Envoys have accepted. */
interface PublicationsOptions {
  readonly exports: RestrictedExport & EarlierExport;
  readonly accepted: AcceptedTables;
}

/** The newest publication, and earlier ones while Envoys have them. */
export class Publications implements FallbackHistory, Disposable {
  readonly #nodes: ReadonlyMap<string, EnvoyNode>;
  readonly #clock: Clock;
  readonly #tables = new TableHistory();
  readonly #restricted: RestrictedPrograms;
  /** Newest first. */
  #history: readonly Publication[] = [];
  /** Undefined before the first table is published. */
  #newest: PublishedTable | undefined;
  #lingering: NodeJS.Timeout | undefined;
  /** Decides which programs nodes get. */
  readonly programs: NodePrograms;
  readonly #fallbacks: Fallbacks;
  readonly #accepted: AcceptedTables;

  constructor(
    nodes: ReadonlyMap<string, EnvoyNode>,
    clock: Clock,
    { exports, accepted }: PublicationsOptions,
  ) {
    this.#nodes = nodes;
    this.#clock = clock;
    this.#accepted = accepted;
    this.#restricted = new RestrictedPrograms(exports);
    this.#fallbacks = new Fallbacks(exports);
    this.programs = new NodePrograms(this, this.#tables, this.#restricted, accepted);
  }

  get history(): readonly Publication[] {
    return this.#history;
  }

  /** The newest publication of each table. */
  get tables(): readonly Publication[] {
    return newestOfTables(this.#history);
  }

  get newest(): PublishedTable | undefined {
    return this.#newest;
  }

  /** Records the table that was published before a restart. */
  remember(before: RememberedTable): void {
    this.#tables.add(before.compiled, before.resources, new Set(), this.#clock());
    this.#enter(before);
  }

  /** Records that an earlier table cannot be read or exported. It is tried again after the next publication. */
  noteUnusable(table: Digest): void {
    this.#tables.noteUnusable(table);
  }

  /** Adds an earlier table that an Envoy still has and that is no longer in the history. */
  noteEarlier({ compiled, resources, since }: RememberedTable): void {
    const { digest: table } = compiled;
    this.#tables.addEarlier(compiled, resources, this.#clock());
    if (this.#history.some((publication) => publication.table === table)) return;
    const secrets = new Set(resources.secrets.map(({ name }) => name));
    const earlier = new Publication({ table, since, resources, serves: new Set([table]), secrets });
    earlier.retire(this.#subscriptions, this.#clock());
    this.#history = [...this.#history, earlier];
  }

  /** An earlier table in its original form, for Envoys that cannot start with the newest publication. */
  fallbackOf(table: Digest): Publication | undefined {
    const earlier = this.#tables.compiledOf(table);
    const { fallback, isNew } = this.#fallbacks.of(table, earlier, this.#newest?.keys);
    if (earlier && !fallback) this.noteUnusable(table);
    if (!fallback || !isNew) return fallback;
    this.#history = [...this.#history.filter((old) => !this.#fallbacks.replaces(old)), fallback];
    return fallback;
  }

  /**
   * Removes resources that serve only tables that no Envoy has. Envoys may refuse these resources, which would
   * otherwise be sent with every later table.
   */
  dropUnused(): void {
    const [publication] = this.#history;
    if (!this.#newest || !publication) return;
    const earlier = [...publication.serves].filter((table) => table !== publication.table);
    if (earlier.some((table) => !this.#isInUse(table))) this.#enter(this.#newest);
  }

  publish(published: PublishedTable): void {
    const { compiled, resources } = published;
    if (this.#newest?.compiled.digest !== compiled.digest)
      this.#tables.add(compiled, resources, this.tablesInUse, this.#clock());
    this.#newest = published;
    this.#tables.forgetUnusable();
    this.#enter(published);
    this.#release();
    this.#removeLater();
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#lingering);
  }

  #enter({
    compiled: { digest: table },
    resources,
    since,
    keys,
    listenerSince,
  }: RememberedTable & Partial<PublishedTable>): void {
    const now = this.#clock();
    const inUse = this.tablesInUse;
    const after = this.#isAnyRefusing ? Infinity : now - subscriptionLifetimeMs;
    const earlier = this.#tables.earlier(inUse, after);
    const publication = new Publication({
      table,
      since,
      keys,
      listenerSince,
      resources: keepReferenced(
        resources,
        earlier.map(({ referenced }) => referenced),
      ),
      serves: new Set([table, ...earlier.map(({ digest }) => digest)]),
      secrets: new Set(resources.secrets.map(({ name }) => name)),
    });
    for (const replaced of this.#history) replaced.retire(this.#subscriptions, now);
    this.#fallbacks.retire();
    const tables = new Set(newestOfTables(this.#history));
    const retained = this.#history.filter(
      (old, index) => index < maxHistory || (inUse.has(old.table) && tables.has(old)),
    );
    this.#history = [publication, ...retained];
  }

  /**
   * Schedules the removal of resources that serve only unused earlier tables, and of programs that are no longer sent.
   */
  #removeLater(): void {
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => this.#remove(), lingerMs).unref();
  }

  #remove(): void {
    const [publication, ...replaced] = this.#history;
    if (!this.#newest || !publication) return;
    for (const earlier of replaced) earlier.retire([], this.#clock());
    // `replaced` contained the fallbacks. They are built again for the next Envoy that starts.
    this.#fallbacks.retire();
    const needed = new Set([...this.tablesInUse, publication.table]);
    const isTooMuch = [...publication.serves].some((table) => !needed.has(table));
    if (isTooMuch) this.#enter(this.#newest);
    this.#release();
    if (isTooMuch || needed.size > 1) this.#removeLater();
  }

  /** Discards the tables that no Envoy may have, and the programs built from them. */
  #release(): void {
    const inUse = this.tablesToKeep;
    this.#tables.release(inUse, this.#clock() - subscriptionLifetimeMs);
    if (this.#newest) this.#restricted.keep(inUse, this.#newest.compiled.digest);
  }

  /** Publishes again with the resources that a node's program refers to, if no other node had the program's table. */
  keepFor(node: EnvoyNode): void {
    const [publication] = this.#history;
    const lacks = this.#tablesOf(node).some(
      (table) => publication?.serves.has(table) === false && this.#tables.has(table),
    );
    if (!lacks || !this.#newest) return;
    this.#enter(this.#newest);
    this.#removeLater();
  }

  /** The tables whose programs Envoys may have. */
  get tablesInUse(): ReadonlySet<Digest> {
    return new Set(this.#recentNodes.flatMap((node) => this.#tablesOf(node)));
  }

  /** The same check for one table, which does not collect the tables of all Envoys. */
  #isInUse(table: Digest): boolean {
    return this.#recentNodes.some((node) => this.#tablesOf(node).includes(table));
  }

  get #recentNodes(): readonly EnvoyNode[] {
    const since = this.#clock() - nodeLifetimeMs;
    return [...this.#nodes.values()].filter(({ polledAt }) => polledAt >= since);
  }

  /** The tables whose programs Envoys may have, and the tables that Envoys may need when they start. */
  get tablesToKeep(): ReadonlySet<Digest> {
    const before = [...this.#nodes].flatMap(([name, node]) => [
      this.#accepted.of(name) ?? [],
      this.programs.fallbackTableOf(node) ?? [],
    ]);
    return new Set([...this.tablesInUse, ...[...before, this.#accepted.latest ?? []].flat()]);
  }

  /** Whether an Envoy refuses something, which could belong to any table. */
  get #isAnyRefusing(): boolean {
    return [...this.#nodes.values()].some((node) => node.refused.length > 0 || node.isRefusing);
  }

  /** The tables whose programs a node may have. */
  #tablesOf({ programs }: EnvoyNode): readonly Digest[] {
    return programs.flatMap(
      (program) =>
        this.#history.find((publication) => publication.hasProgram(program))?.table ?? tableOf(program) ?? [],
    );
  }

  get #subscriptions(): readonly Subscription[] {
    return [...this.#nodes.values()].flatMap((node) => node.subscriptions);
  }
}

function newestOfTables(history: readonly Publication[]): readonly Publication[] {
  const byTable = new Map(history.toReversed().map((publication) => [publication.table, publication]));
  return history.filter((publication) => byTable.get(publication.table) === publication);
}
